// Keeps a page of figures fresh: the server says when something has changed, and sends the part anew.
const main = document.querySelector('main[data-live]');
if (main) {
  const events = new EventSource('/api/events');
  events.addEventListener('changed', refresh);
  events.addEventListener('error', () => document.body.classList.add('silent'));
  events.addEventListener('open', () => document.body.classList.remove('silent'));
}

let busy = false;

async function refresh() {
  // Who is typing or has marked something is not disturbed.
  const active = document.activeElement;
  if (busy || document.hidden || (active && main.contains(active) && active.matches('input, textarea, select'))) return;
  if (!getSelection().isCollapsed) return;
  busy = true;
  try {
    const answer = await fetch(location.href, { headers: { 'X-Part': 'main' } });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main');
    if (fresh) main.replaceChildren(...fresh.childNodes);
  } finally {
    busy = false;
  }
}
