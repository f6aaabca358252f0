/**
 * Wrappers that write themselves: from sample pages of one class, without any labels, to fields and lists of records.
 *
 *   1. page-units.ts: each page becomes its pieces of text, with paths of stable names (ids and class words that most pages share);
 *   2. labels.ts, places.ts: texts that most pages have are template and may be labels; what is at one place on several pages is
 *      gathered in up to seven ways (by label with and without its path, by a label inside the text with and without its path, by path,
 *      by place among those of one path, by position below an element that a page has once);
 *   3. lists.ts, list-fields.ts: siblings that repeat and differ are record lists, and taken out first;
 *   4. structured-fields.ts: what pages declare (JSON-LD, microdata, RDFa, microformats, meta) becomes fields by address;
 *   5. select.ts, table-rows.ts, xpaths.ts, field-names.ts, types.ts: of the places that vary, those that last longest and whose members
 *      agree become fields; an XPath is written and tried on all sample pages before it is taken;
 *   6. extract.ts, field-value.ts, inner-html.ts: reading pages; repair*.ts: finding fields again after a redesign.
 *
 * Invariants: the same pages give the same wrapper; a wrapper is plain data and survives JSON; nothing throws on what the web sends. A unit
 * belongs to one field or list at most. XPaths of fields select one place of a page, unless `many`.
 * Cost: induction from 15 pages takes 0.1 to 1.4 s of processor time, growing linearly with the pages; extraction takes one walk per field.
 * Units, depth, candidates and values are bounded, so a hostile page costs no more than a large one.
 *
 * That template is what repeats over pages and data what varies comes from RoadRunner and ExAlg; looking for known values to repair a
 * wrapper comes from the work on wrapper maintenance by Lerman and others. bench/wrappers/README.md has the figures.
 */
export { extract, extractFrom, extractRecords, type PageRecords } from './extract.ts'
export { valueOf } from './field-value.ts'
export { induceWrapper } from './induce.ts'
export type { FieldValues, Wrapper, WrapperField, WrapperList } from './model.ts'
export { type RememberedPage, type Repair, repairWrapper } from './repair-wrapper.ts'
