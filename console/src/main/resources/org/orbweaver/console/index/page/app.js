import { home, make } from './elements.js';
import { showSearch } from './search.js';
import { showTorrent } from './torrent.js';
import { showDashboard } from './dashboard.js';

const page = document.getElementById('page');
let leave = () => {};

/** Shows what the address says. A page may return what to do when it is left. */
async function show() {
  leave();
  leave = () => {};
  const hash = location.pathname.match(/^\/torrent\/([0-9a-f]{40})$/);
  const name = hash ? 'torrent' : location.pathname === '/dashboard' ? 'dashboard' : 'search';
  for (const link of document.querySelectorAll('nav a[data-page]')) {
    link.toggleAttribute('aria-current', link.dataset.page === name);
  }
  try {
    if (hash) await showTorrent(page, hash[1]);
    else if (name === 'dashboard') leave = showDashboard(page);
    else await showSearch(page, go);
  } catch (problem) {
    page.replaceChildren(make('p', { class: 'error' }, problem.message));
  }
}

function go(address) {
  history.pushState(null, '', address);
  return show();
}

document.addEventListener('click', event => {
  const link = event.target.closest('a');
  if (!link || link.origin !== location.origin || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.pathname !== home && !/^\/(dashboard$|torrent\/)/.test(link.pathname)) return;
  event.preventDefault();
  go(link.href).then(() => scrollTo(0, 0));
});
addEventListener('popstate', show);
// A browser may keep a page that was left, and its live figures' connection with it.
addEventListener('pagehide', () => leave());
addEventListener('pageshow', event => { if (event.persisted) show(); });
show();
