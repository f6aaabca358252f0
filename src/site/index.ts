/**
 * Site models: which templates a site has, and how they link to one another.
 *
 * A **page class** is the pages built from one template, a **class link** a path on the pages of one class that leads to pages
 * of another, and the **site model** the graph of both, made from about two hundred pages:
 *
 *   1. sample/: fetch few pages that show all classes, by sampling every kind of link;
 *   2. sketch/: reduce each page to its template paths, links and forms;
 *   3. cluster/: group pages by structure, address, links that lead to them, labels and frame; on demand, split classes by meaning;
 *   4. links/: turn links between pages into links between classes;
 *   5. worth/: tell addresses that bring pages of their own from those that repeat what is known;
 *   6. use: guide/ (a model at work on a page), wrapper/ (records), pick/ (fields that people point at), specification/ (models as tables),
 *      export/ (graphs and pictures), forms/ (what a form is for), difference.ts (versions compared), score.ts (against a golden model).
 *
 * Classes and class links are those of a 2017 thesis on crawling structured sites. Clustering differs from it: instead of greedy
 * merging by description length, the variance of each path is measured on siblings, pages that one list links to, and groups merge
 * while their difference beyond that chance stays within a limit. bench/model/README.md has the figures.
 *
 * Invariants: the same pages and seed give the same model; pages come only through a `PageSource`; nothing here touches disk,
 * network or clock; a hostile page costs no more than a large one. A model is plain data.
 * Cost: about a second of processor time for 200 pages, most of it parsing; assigning a parsed page takes microseconds.
 */

export { withBetterNames } from './better-names.ts'
export { Assigner, type Assignment } from './cluster/assign.ts'
export type { Profile } from './cluster/profile.ts'
export {
  type ChangedClass,
  type ChangedField,
  type ChangedLink,
  compareModels,
  type FieldPlace,
  type ModelDifference,
} from './difference.ts'
export { toCypher, toDot, toGraphMl, toJson } from './export/graph.ts'
export { toSvg } from './export/svg.ts'
export type { FormField, FormKind } from './forms/forms.ts'
export { type Golden, type GoldenClass, goldenClassifier } from './golden.ts'
export { growModel } from './grow.ts'
export {
  baseOf,
  depthsOf,
  Guide,
  type GuideData,
  type GuidedPage,
  guideOfModel,
  isFor,
  isPosted,
  postOf,
  readRecord,
  type Submission,
  startClass,
  UNPLACED_CLASS,
} from './guide/index.ts'
export { type Inference, type InferOptions, inferSite, type Split } from './infer.ts'
export type { ClassForm, ClassLink, LinkType, PageClass, SchemaPath, SiteModel } from './model.ts'
export { type FieldMark, marksOf } from './pick/field-marks.ts'
export { pickablePage } from './pick/pickable-page.ts'
export { fieldsPicked, type PickedField } from './pick/picked-field.ts'
export {
  type FormQuery,
  type FoundForm,
  formId,
  formsOf,
  isAnswerOf,
  type QueryForm,
  queryAddress,
} from './queries/query-form.ts'
export type { Navigation } from './sample/sampler.ts'
export type { FormAnswers, PageSource, SourcePage } from './sample/source.ts'
export { type ModelScore, scoreModel } from './score.ts'
export type { CsvProblem } from './specification/csv.ts'
export { editedModel, modelText } from './specification/model-text.ts'
export {
  type FieldType,
  placeProblem,
  readSpecification,
  type Specification,
  type SpecificationLine,
  specificationOf,
  writeSpecification,
} from './specification/specification.ts'
export { type ModelVersion, versionOf, withChoices, withChosen } from './version.ts'
export { Newcomers, NOTHING_SEEN, type SightedPage } from './worth/newcomers.ts'
export {
  extract,
  extractFrom,
  extractRecords,
  type FieldValues,
  induceWrapper,
  type PageRecords,
  type RememberedPage,
  type Repair,
  repairWrapper,
  valueOf,
  type Wrapper,
  type WrapperField,
  type WrapperList,
} from './wrapper/index.ts'
