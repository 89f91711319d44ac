// Keeps a page fresh: the server says when something has changed, and what differs is taken over.
const main = document.querySelector('main[data-live]');
let busy = false;

if (main) {
  let events = listen();
  // A browser may keep a page that was left, and its connection with it; it has six for one server.
  addEventListener('pagehide', () => events.close());
  addEventListener('pageshow', event => {
    if (!event.persisted) return;
    events = listen();
    refresh();
  });
  document.addEventListener('visibilitychange', () => document.hidden || refresh());
}

function listen() {
  const events = new EventSource('/api/events');
  events.addEventListener('changed', refresh);
  events.addEventListener('error', () => document.body.classList.add('silent'));
  events.addEventListener('open', () => {
    if (document.body.classList.contains('silent')) refresh();
    document.body.classList.remove('silent');
  });
  return events;
}

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
    if (fresh) become(main, fresh);
  } catch {
    // The server is away; the events say when it is back.
  } finally {
    busy = false;
  }
}

/** Makes one element like another and leaves alone what is alike: focus, scrolling and what was unfolded stay. */
function become(old, fresh) {
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !(old.tagName === 'DETAILS' && name === 'open')) old.removeAttribute(name);
  }
  const wanted = [...fresh.childNodes];
  wanted.forEach((child, at) => {
    const here = old.childNodes[at];
    if (!here) old.append(child);
    else if (child.nodeType === Node.TEXT_NODE && here.nodeType === Node.TEXT_NODE) {
      if (here.data !== child.data) here.data = child.data;
    } else if (child.nodeType === Node.ELEMENT_NODE && here.nodeType === Node.ELEMENT_NODE && child.tagName === here.tagName && child.id === here.id) become(here, child);
    else here.replaceWith(child);
  });
  while (old.childNodes.length > wanted.length) old.lastChild.remove();
}
