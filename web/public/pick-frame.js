// @ts-check
/**
 * The only script of the frame in which people pick fields on a stored page. The dashboard sends what to show and what to mark; the frame
 * sends back the number of the piece of data that was picked, and nothing else. It has an opaque origin, so neither can reach into the other.
 */

addEventListener('message', ({ source, data }) => {
  if (source !== parent || typeof data !== 'object' || data === null) return
  if (data.theme === 'light' || data.theme === 'dark') document.documentElement.style.colorScheme = data.theme
  if (typeof data.html === 'string') show(data.html)
  if (Array.isArray(data.marks)) mark(data.marks)
})

/** @param {string} html */
function show(html) {
  document.body.innerHTML = html
  for (const unit of document.querySelectorAll('[data-unit]')) unit.setAttribute('tabindex', '0')
}

/** @param {readonly { unit: number, field: string }[]} marks */
function mark(marks) {
  for (const old of document.querySelectorAll('[data-field]')) old.removeAttribute('data-field')
  for (const { unit, field } of marks) {
    const found = document.querySelector(`[data-unit="${Number(unit)}"]`)
    const before = found?.getAttribute('data-field')
    found?.setAttribute('data-field', before ? `${before}, ${field}` : String(field))
  }
}

/** @param {Event} event */
function pick(event) {
  const unit = /** @type {Element} */ (event.target).closest?.('[data-unit]')?.getAttribute('data-unit')
  if (!unit) return
  event.preventDefault()
  parent.postMessage({ unit: Number(unit) }, '*')
}

addEventListener('click', pick)
addEventListener('keydown', event => {
  if (event.key === 'Enter' || event.key === ' ') pick(event)
})
parent.postMessage({ ready: true }, '*')
