import { home, age, ask, exact, make, number, plain, say, send, size, tagList } from './elements.js';

const PAGE = 50;
const HIDDEN = 'hidden torrents';
const MOST_HIDDEN = 5000;
const CHOICES = {
  cat: [['', 'All kinds'], ['2000', 'Films'], ['5000', 'TV'], ['5070', 'Anime'], ['3000', 'Audio'], ['3030', 'Audiobooks'], ['7000', 'Books'], ['4050', 'Games'], ['4000', 'Software'], ['8000', 'Other']],
  sort: [['', 'Best match'], ['seeders', 'Most seeders'], ['newest', 'Newest'], ['oldest', 'Oldest'], ['largest', 'Largest'], ['smallest', 'Smallest']],
  resolution: [['', 'Any resolution'], ['2160p', '2160p'], ['1080p', '1080p'], ['720p', '720p'], ['480p', '480p']],
  minSize: [['', 'Any size'], ['100000000', 'over 100 MB'], ['1000000000', 'over 1 GB'], ['10000000000', 'over 10 GB']],
  days: [['', 'Any time'], ['1', 'Last day'], ['7', 'Last week'], ['30', 'Last month'], ['365', 'Last year']],
  suspects: [['', 'All torrents'], ['hide', 'Hide suspects']],
  minSeeders: [['', 'Any swarm'], ['1', 'Alive'], ['10', '10+ seeders'], ['100', '100+ seeders']],
};

export async function showSearch(page, go) {
  const asked = Object.fromEntries(new URLSearchParams(location.search));
  const offset = Number(asked.offset ?? 0) || 0;
  const address = change => {
    const next = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...asked, offset: '', ...change })) if (value) next.set(name, value);
    return next.size ? `${home}?${next}` : home;
  };
  const line = make('input', { type: 'search', name: 'q', value: asked.q ?? '', placeholder: say('Words, "a phrase", -without'), 'aria-label': say('Search'), autofocus: true, autocomplete: 'off' });
  const form = make('form', { class: 'box', onsubmit: event => { event.preventDefault(); go(address({ q: line.value.trim() })); } },
    line, make('button', { class: 'primary' }, say('Search')));
  const filters = make('div', { class: 'filters' }, Object.entries(CHOICES).map(([name, options]) =>
    make('select', { name, 'aria-label': say(options[0][1]), onchange: event => go(address({ [name]: event.target.value })) },
      options.map(([value, text]) => make('option', { value, selected: (asked[name] ?? '') === value }, say(text))))));
  const results = make('div', {});
  page.replaceChildren(form, filters, results);
  if (!matchMedia('(pointer: coarse)').matches) line.focus();
  document.title = asked.q ? `${plain(asked.q)} – Orbweaver` : 'Orbweaver';

  const query = { ...asked, limit: PAGE, fold: true };
  if (!asked.q && !asked.sort) query.sort = 'newest';
  const startedAt = performance.now();
  const answer = await ask('/api/search', query);
  const millis = Math.round(performance.now() - startedAt);
  if (answer.results.length === 0) {
    const filtered = Object.keys(CHOICES).some(name => asked[name] && name !== 'sort');
    results.replaceChildren(make('p', { class: 'empty' },
      filtered ? [say('Nothing found.'), ' ', make('a', { class: 'link', href: asked.q ? `${home}?q=${encodeURIComponent(asked.q)}` : home }, say('Search without the filters'))]
        : asked.q ? say('Nothing found. Fewer or other words may help.')
        : [say('The index is empty so far. The first torrents come some minutes after it has joined the network.'), ' ', make('a', { class: 'link', href: '/dashboard' }, say('See how far it is'))]));
    return;
  }
  const feed = new URLSearchParams(asked);
  feed.delete('offset');
  const pager = make('div', { class: 'pager' },
    offset > 0 ? make('a', { href: address({ offset: String(Math.max(0, offset - PAGE)) }) }, say('← Previous')) : null,
    answer.total > offset + PAGE ? make('a', { href: address({ offset: String(offset + PAGE) }) }, say('Next →')) : null);
  const hidden = new Set(JSON.parse(localStorage.getItem(HIDDEN) ?? '[]'));
  const shown = answer.results.filter(torrent => !hidden.has(torrent.hash));
  const list = make('ol', { class: 'results' }, shown.map(row));
  results.replaceChildren(
    make('div', { class: 'summary' },
      make('span', {}, found(answer, millis), hidden.size ? say(', {0} of this page hidden', number(answer.results.length - shown.length)) : null),
      Object.values(answer.silent).map(why => make('span', { class: 'error' }, plain(why))),
      make('a', { href: `/rss?${feed}` }, 'RSS')),
    bulk(list, shown, hidden, () => go(address({ offset: asked.offset ?? '' }))),
    list,
    pager,
    elsewhere(feed));
  ask('/api/facets', { ...asked, offset: '' }).then(facets => showFacets(filters, facets, asked, address, go)).catch(() => {});
}

function found(answer, millis) {
  const sentence = answer.more ? 'more than {0} torrents in {1} ms' : answer.total === 1 ? '{0} torrent in {1} ms' : '{0} torrents in {1} ms';
  return say(sentence, number(answer.total), millis);
}

/** Addresses that other programs want: this search as a feed, and the index for Sonarr, Radarr and Prowlarr. */
function elsewhere(feed) {
  const line = (name, value) => {
    const field = make('input', { type: 'text', value, readonly: true, 'aria-label': name });
    return make('div', { class: 'copy' }, make('label', {}, name, field),
      make('button', { onclick: () => { field.select(); navigator.clipboard?.writeText(value); } }, say('Copy')));
  };
  return make('details', {}, make('summary', {}, say('Use it elsewhere')),
    line(say('RSS feed of this search'), `${location.origin}/rss?${feed}`),
    line(say('Torznab, for Sonarr, Radarr and Prowlarr'), `${location.origin}/torznab/api`));
}

/** What to do with those that are ticked. */
function bulk(list, shown, hidden, again) {
  const ticked = () => [...list.querySelectorAll('input:checked')].map(box => shown.find(torrent => torrent.hash === box.value));
  const act = (text, title, what) => make('button', { title: say(title), onclick: () => { if (ticked().length) what(ticked()); } }, say(text));
  return make('div', { class: 'bulk' },
    make('label', {}, make('input', { type: 'checkbox', 'aria-label': say('Select all'), onchange: event => {
      for (const box of list.querySelectorAll('input')) box.checked = event.target.checked;
    } }), ' ', say('all')),
    act('Copy magnets', 'Copies the magnet links of all ticked torrents', chosen => navigator.clipboard.writeText(chosen.map(torrent => torrent.magnet).join('\n'))),
    act('Hide', 'Never shown again in this browser', chosen => {
      for (const torrent of chosen) hidden.add(torrent.hash);
      localStorage.setItem(HIDDEN, JSON.stringify([...hidden].slice(-MOST_HIDDEN)));
      again();
    }),
    act('Block', 'Dropped from the index and never fetched again', chosen => {
      if (confirm(say('Drop {0} torrents and never fetch them again?', chosen.length))) send('/api/block', chosen.map(torrent => torrent.hash)).then(again);
    }),
    hidden.size ? make('button', { title: say('Shows them again'), onclick: () => { localStorage.removeItem(HIDDEN); again(); } }, say('Show {0} hidden', number(hidden.size))) : null);
}

/** Counts behind the choices that are there, and choices that depend on what was found. */
function showFacets(filters, facets, asked, address, go) {
  for (const [name, counts] of [['cat', facets.kinds], ['resolution', facets.resolutions]]) {
    for (const option of filters.querySelector(`select[name=${name}]`).options) {
      if (option.value && counts[option.value]) option.textContent += ` (${number(counts[option.value])})`;
    }
  }
  for (const [name, title, counts] of [['language', 'Any language', facets.languages], ['ext', 'Any file type', facets.fileTypes], ['year', 'Any year', facets.years]]) {
    const entries = Object.entries(counts).sort(name === 'year' ? (a, b) => b[0] - a[0] : (a, b) => b[1] - a[1]).slice(0, 40);
    if (asked[name] && !counts[asked[name]]) entries.push([asked[name], 0]);
    if (entries.length === 0) continue;
    filters.append(make('select', { name, 'aria-label': say(title), onchange: event => go(address({ [name]: event.target.value })) },
      make('option', { value: '' }, say(title)),
      entries.map(([value, count]) => make('option', { value, selected: asked[name] === value }, `${value} (${number(count)})`))));
  }
}

/** / searches, j and k go down and up, x ticks, Enter opens, m takes the magnet link. */
document.addEventListener('keydown', event => {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== 'checkbox';
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const rows = [...document.querySelectorAll('.results li')];
  const at = rows.findIndex(each => each.contains(document.activeElement));
  if (event.key === '/') document.querySelector('input[type=search]')?.focus();
  else if (event.key === 'j' || event.key === 'k') rows[Math.min(rows.length - 1, Math.max(0, at + (event.key === 'j' ? 1 : -1)))]?.querySelector('.name').focus();
  else if (at >= 0 && event.key === 'x') rows[at].querySelector('input').click();
  else if (at >= 0 && event.key === 'm') rows[at].querySelector('.magnet').click();
  else return;
  event.preventDefault();
});

/** The same files under other names, folded away. */
function twins(others) {
  return others.length === 0 ? null : make('details', { class: 'twins' },
    make('summary', {}, say('{0} more with the same files', number(others.length))),
    others.map(other => make('a', { href: `/torrent/${other.hash}`, dir: 'auto' }, plain(other.name) || say('(no name)'))));
}

function row(torrent) {
  return make('li', {},
    make('input', { type: 'checkbox', value: torrent.hash, 'aria-label': say('Select {0}', plain(torrent.name)) }),
    make('div', {}, make('a', { class: 'name', href: `/torrent/${torrent.hash}`, dir: 'auto' }, plain(torrent.name) || say('(no name)')),
      torrent.suspicions.length ? make('span', { class: 'suspect', title: torrent.suspicions.join(' ') }, say('suspect')) : null,
      torrent.where.some(name => name !== 'here') ? make('small', { class: 'where' }, torrent.where.map(plain).join(', ')) : null,
      tagList(torrent.tags), twins(torrent.twins)),
    make('div', { class: 'number size', title: say('{0} files', number(torrent.files)) }, size(torrent.size)),
    make('div', { class: 'number swarm', title: say('seeders / leechers') }, torrent.seeders < 0 ? '–' : [make('b', {}, number(torrent.seeders)), ` / ${number(torrent.leechers)}`]),
    make('time', { class: 'number age', title: exact(torrent.added) }, age(torrent.added)),
    make('a', { class: 'magnet', href: torrent.magnet, title: say('Magnet link'), 'aria-label': say('Magnet link') }, '⤓'));
}
