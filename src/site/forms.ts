/**
 * Forms of a page, and what they are for. Sites that are linked by forms only are reached through them, so each is proposed
 * as a `form` link; a password field makes a log-in, a text field whose name or label, or a form of several whose own name, speaks of searching a search, choices
 * without text a filter, and anything else is left to people.
 */
import type { TreeNode } from '../html/index.ts'
import { canonicalUrl } from '../url/index.ts'

export type FormKind = 'search' | 'filter' | 'login' | 'other'

export interface FormField {
  readonly name: string
  /** The type of an input, or `select`, `textarea`. */
  readonly type: string
}

export interface PageForm {
  readonly kind: FormKind
  readonly action: string
  readonly method: 'get' | 'post'
  readonly fields: readonly FormField[]
}

const MOST_FIELDS = 200
const SEARCH = /search|such|recherch|busca|buscar|cerca|zoek|sök|søk|поиск|query|keyword|\bfind\b|検索|搜索/i
const SEARCH_NAME = /^(?:q|s|query|search|keywords?|term|k|wd|text|p|search_query|searchword)$/i
const OTHER_NAME = /mail|phone|message|comment|name|address|subject|password|coupon|quantity/i
const TEXT = new Set(['text', 'search', ''])
const CHOICE = new Set(['select', 'checkbox', 'radio', 'range', 'number', 'date'])
const SILENT = new Set(['hidden', 'submit', 'button', 'image', 'reset'])

export function formAt(element: TreeNode, url: string): PageForm {
  const fields = fieldsOf(element)
  const action = canonicalUrl(element.attribute('action') ?? '', url) ?? url
  const method = element.attribute('method')?.toLowerCase() === 'post' ? 'post' : 'get'
  return { kind: kindOf(element, fields, method), action, method, fields }
}

function fieldsOf(form: TreeNode): FormField[] {
  const fields: FormField[] = []
  const { nodes } = form.tree
  for (let i = form.order + 1; i <= form.last && fields.length < MOST_FIELDS; i++) {
    const { name: tag } = nodes[i]!
    const field =
      tag === 'select' || tag === 'textarea' ? tag : tag === 'input' || tag === 'button' ? 'input' : undefined
    if (field === undefined) continue
    const type =
      field === 'input' ? (nodes[i]!.attribute('type') ?? (tag === 'button' ? 'submit' : 'text')) : field
    fields.push({
      name: nodes[i]!.attribute('name') ?? nodes[i]!.attribute('id') ?? '',
      type: type.toLowerCase(),
    })
  }
  return fields
}

function kindOf(element: TreeNode, fields: readonly FormField[], method: 'get' | 'post'): FormKind {
  const asked = fields.filter(field => !SILENT.has(field.type))
  const passwords = asked.filter(field => field.type === 'password').length
  if (passwords > 0) return passwords === 1 && asked.length <= 5 ? 'login' : 'other'
  const texts = asked.filter(field => TEXT.has(field.type))
  if (texts.length === 1 && looksLikeSearch(element, texts[0]!, method)) return 'search'
  if (texts.length > 1 && isCalledSearch(element) && !asked.some(isPersonal)) return 'search'
  const choices = asked.filter(field => CHOICE.has(field.type)).length
  if (choices > 0 && choices >= asked.length - 1 && method === 'get') return 'filter'
  return 'other'
}

function looksLikeSearch(element: TreeNode, field: FormField, method: 'get' | 'post'): boolean {
  if (field.type === 'search' || element.attribute('role') === 'search' || SEARCH_NAME.test(field.name))
    return true
  if (isCalledSearch(element) || SEARCH.test(field.name)) return true
  return method === 'get' && !OTHER_NAME.test(field.name) && SEARCH.test(element.text().slice(0, 500))
}

function isCalledSearch(element: TreeNode): boolean {
  const words = ['id', 'class', 'action', 'name', 'aria-label'].map(name => element.attribute(name) ?? '')
  return SEARCH.test(words.join(' '))
}

/** What people say of themselves, or write to others: no search asks for it. */
const isPersonal = ({ name, type }: FormField) =>
  type === 'textarea' || type === 'email' || /mail|phone|message|comment|password/i.test(name)
