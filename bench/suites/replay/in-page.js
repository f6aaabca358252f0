globalThis.replay = async most => {
  const worker = await navigator.serviceWorker.register('/replay/sw.js', { scope: '/replay/' })
  await navigator.serviceWorker.ready
  const active = worker.active
  const loaded = new Promise((resolve, reject) => {
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
      if (data.msg_type === 'collAdded') resolve()
      if (data.msg_type === 'collProgress' && data.error) reject(new Error(data.error))
    })
    setTimeout(() => reject(new Error('the replayer did not load the archive in a minute')), 60_000)
  })
  navigator.serviceWorker.startMessages()
  const file = { sourceUrl: `${location.origin}/archive.wacz` }
  active.postMessage({ msg_type: 'addColl', name: 'check', file, type: 'wacz' })
  await loaded

  const list = await (await fetch('/replay/w/api/c/check?all=1')).json()
  const show = async address => {
    const frame = document.createElement('iframe')
    const shown = new Promise(resolve => frame.addEventListener('load', resolve, { once: true }))
    frame.src = address
    document.body.append(frame)
    await shown
    const { title, body } = frame.contentDocument
    const text = body?.textContent.length ?? 0
    frame.remove()
    return { title, text }
  }
  const replayed = []
  for (const { url, ts, title } of (list.pages ?? []).slice(0, most)) {
    const stamp = new Date(ts).toISOString().replace(/\D/g, '').slice(0, 14)
    const stored = await fetch(`/replay/w/check/${stamp}id_/${url}`)
    const { byteLength } = await stored.arrayBuffer()
    // The visit that was last, which may be one that found nothing new.
    const latest = await fetch(`/replay/w/check/99991231235959id_/${url}`)
    const shown = await show(`/replay/w/check/${stamp}mp_/${url}`)
    replayed.push({
      url,
      title,
      status: stored.status,
      storedBytes: byteLength,
      latestBytes: (await latest.arrayBuffer()).byteLength,
      shownTitle: shown.title,
      shownText: shown.text,
    })
  }
  return replayed
}
