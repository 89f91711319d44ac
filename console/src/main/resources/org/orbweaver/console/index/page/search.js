import { age, ask, make, number, plain, size, tagList } from './elements.js';

const PAGE = 50;
const CHOICES = {
  cat: [['', 'All kinds'], ['2000', 'Films'], ['5000', 'TV'], ['5070', 'Anime'], ['3000', 'Audio'], ['3030', 'Audiobooks'], ['7000', 'Books'], ['4050', 'Games'], ['4000', 'Software'], ['8000', 'Other']],
  sort: [['', 'Best match'], ['seeders', 'Most seeders'], ['newest', 'Newest'], ['oldest', 'Oldest'], ['largest', 'Largest'], ['smallest', 'Smallest']],
  resolution: [['', 'Any resolution'], ['2160p', '2160p'], ['1080p', '1080p'], ['720p', '720p'], ['480p', '480p']],
  minSize: [['', 'Any size'], ['100000000', 'over 100 MB'], ['1000000000', 'over 1 GB'], ['10000000000', 'over 10 GB']],
  days: [['', 'Any time'], ['1', 'Last day'], ['7', 'Last week'], ['30', 'Last month'], ['365', 'Last year']],
  minSeeders: [['', 'Any swarm'], ['1', 'Alive'], ['10', '10+ seeders'], ['100', '100+ seeders']],
};

export async function showSearch(page, go) {
  const asked = Object.fromEntries(new URLSearchParams(location.search));
  const offset = Number(asked.offset ?? 0) || 0;
  const address = change => {
    const next = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...asked, offset: '', ...change })) if (value) next.set(name, value);
    return next.size ? `/?${next}` : '/';
  };
  const line = make('input', { type: 'search', name: 'q', value: asked.q ?? '', placeholder: 'Words, "a phrase", -without', 'aria-label': 'Search', autofocus: true, autocomplete: 'off' });
  const form = make('form', { class: 'box', onsubmit: event => { event.preventDefault(); go(address({ q: line.value.trim() })); } },
    line, make('button', { class: 'primary' }, 'Search'));
  const filters = make('div', { class: 'filters' }, Object.entries(CHOICES).map(([name, options]) =>
    make('select', { name, 'aria-label': options[0][1], onchange: event => go(address({ [name]: event.target.value })) },
      options.map(([value, text]) => make('option', { value, selected: (asked[name] ?? '') === value }, text)))));
  const results = make('div', {});
  page.replaceChildren(form, filters, results);
  if (!matchMedia('(pointer: coarse)').matches) line.focus();
  document.title = asked.q ? `${plain(asked.q)} – Orbweaver` : 'Orbweaver';

  const query = { ...asked, limit: PAGE };
  if (!asked.q && !asked.sort) query.sort = 'newest';
  const startedAt = performance.now();
  const answer = await ask('/api/search', query);
  const millis = Math.round(performance.now() - startedAt);
  if (answer.results.length === 0) {
    const filtered = Object.keys(CHOICES).some(name => asked[name] && name !== 'sort');
    results.replaceChildren(make('p', { class: 'empty' },
      filtered ? ['Nothing found. ', make('a', { class: 'link', href: asked.q ? `/?q=${encodeURIComponent(asked.q)}` : '/' }, 'Search without the filters'), ' instead.']
        : asked.q ? 'Nothing found. Fewer or other words may help.'
        : ['The index is empty so far. The first torrents come some minutes after ', make('code', {}, 'orb index run'), ' has joined the network; the ', make('a', { class: 'link', href: '/dashboard' }, 'dashboard'), ' shows how far it is.']));
    return;
  }
  const feed = new URLSearchParams(asked);
  feed.delete('offset');
  const pager = make('div', { class: 'pager' },
    offset > 0 ? make('a', { href: address({ offset: String(Math.max(0, offset - PAGE)) }) }, '← Previous') : null,
    answer.total > offset + PAGE && answer.results.length === PAGE ? make('a', { href: address({ offset: String(offset + PAGE) }) }, 'Next →') : null);
  results.replaceChildren(
    make('div', { class: 'summary' },
      make('span', {}, asked.q ? `${answer.more ? 'over ' : answer.total > 5000 ? 'about ' : ''}${number(answer.total)} ${answer.total === 1 ? 'torrent' : 'torrents'} in ${millis} ms` : asked.sort || offset ? 'All torrents' : 'Latest arrivals'),
      make('a', { href: `/rss?${feed}` }, 'RSS')),
    make('ol', { class: 'results' }, answer.results.map(row)),
    pager);
}

function row(torrent) {
  return make('li', {},
    make('div', {}, make('a', { class: 'name', href: `/torrent/${torrent.hash}`, dir: 'auto' }, plain(torrent.name) || '(no name)'), tagList(torrent.tags)),
    make('div', { class: 'number size', title: `${number(torrent.files)} files` }, size(torrent.size)),
    make('div', { class: 'number swarm', title: 'seeders / leechers' }, torrent.seeders < 0 ? '–' : [make('b', {}, number(torrent.seeders)), ` / ${number(torrent.leechers)}`]),
    make('div', { class: 'number age' }, age(torrent.added)),
    make('a', { class: 'magnet', href: torrent.magnet, title: 'Magnet link', 'aria-label': 'Magnet link' }, '⤓'));
}
