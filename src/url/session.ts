/** What follows the semicolon in `/shop;jsessionid=…`, and PHP's variant of it. */
const SESSION_PART = /^(?:jsessionid|phpsessid)=/i

/** ASP.NET's cookieless state: a segment such as `(S(lit3py55t21z5v55vlm25s55))`, also with `A(…)` and `F(…)`. */
const ASP_SEGMENT = /\/\((?:[A-Z]\([A-Za-z0-9_-]{8,}\))+\)(?=\/|$)/g

/** A session id as servers make them: at least 16 letters and digits mixed, or a UUID. Section numbers and slugs do not match. */
const TOKEN =
  /^(?:(?=[A-Za-z]*[0-9])(?=[0-9]*[A-Za-z])[0-9A-Za-z]{16,128}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/i

export function looksLikeToken(value: string): boolean {
  return value.length >= 16 && value.length <= 128 && TOKEN.test(value)
}

/** `path` (with settled escapes) without the session ids that servers put into paths. */
export function stripPathSession(path: string): string {
  let stripped = path
  if (path.includes(';')) stripped = stripParameters(stripped)
  if (stripped.includes('/(')) stripped = stripped.replace(ASP_SEGMENT, '')
  return stripped === '' ? '/' : stripped
}

function stripParameters(path: string): string {
  return path
    .split('/')
    .map(segment => (segment.includes(';') ? stripFromSegment(segment) : segment))
    .join('/')
}

/** A segment that would become `.` or `..` keeps its session id: without it, the path would climb when parsed again. */
function stripFromSegment(segment: string): string {
  const kept = segment.split(';').filter((part, index) => index === 0 || !SESSION_PART.test(part))
  const stripped = kept.join(';')
  return stripped === '.' || stripped === '..' ? segment : stripped
}
