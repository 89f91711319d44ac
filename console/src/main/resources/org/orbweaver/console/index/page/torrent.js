import { ago, ask, make, number, plain, size, tagList } from './elements.js';

export async function showTorrent(page, hash) {
  page.replaceChildren(make('p', { class: 'empty' }, 'Loading…'));
  const torrent = await ask(`/api/torrents/${hash}`);
  document.title = `${plain(torrent.name)} – Orbweaver`;
  const guess = torrent.guess;
  const facts = [
    ['Size', `${size(torrent.size)} in ${number(torrent.fileCount)} ${torrent.fileCount === 1 ? 'file' : 'files'}`],
    ['Swarm', torrent.seeders < 0 ? 'not counted yet' : `${number(torrent.seeders)} seeders, ${number(torrent.leechers)} leechers`],
    ['Found', torrent.added ? new Date(torrent.added * 1000).toLocaleString() : '–'],
    ['Asked for', `${number(torrent.hits)} times in the DHT`],
    ['Probably', plain([guess.title, guess.year].filter(Boolean).join(', '))],
    torrent.counted ? ['Counted', ago(torrent.counted)] : null,
    torrent.ids.length ? ['Known as', torrent.ids.map((id, at) => [at ? ', ' : '', make('a', { class: 'link', href: id.page, rel: 'noreferrer' }, `${id.source} ${id.number}`)])] : null,
  ].filter(Boolean);
  page.replaceChildren(...[
    make('h1', { dir: 'auto' }, plain(torrent.name) || '(no name)'),
    tagList(torrent.tags),
    make('div', { class: 'actions' },
      make('a', { class: 'primary', href: torrent.magnet }, 'Magnet link'),
      torrent.torrentFile ? make('a', { href: `/files/${torrent.hash}.torrent`, download: true }, 'Torrent file') : null),
    make('div', { class: 'facts' },
      facts.map(([name, value]) => make('div', { class: 'fact' }, make('span', {}, name), make('strong', {}, ...[value || '–'].flat(2)))),
      make('div', { class: 'fact wide' }, make('span', {}, 'Infohash'), make('strong', {}, torrent.hash)),
      torrent.v2Hash ? make('div', { class: 'fact wide' }, make('span', {}, 'Infohash, version 2'), make('strong', {}, torrent.v2Hash)) : null),
    torrent.evidence.length ? make('ul', { class: 'evidence' }, torrent.evidence.map(sentence => make('li', {}, sentence))) : null,
    torrent.history.length > 1 ? [make('h2', {}, 'Seeders over time'), sparkLine(torrent.history)] : null,
    alike('The same files under other names', torrent.similar.filter(each => each.sameFiles)),
    alike('Torrents that share files with it', torrent.similar.filter(each => !each.sameFiles)),
    make('h2', {}, 'Files'),
    make('div', { class: 'tree' }, branch(tree(torrent.files), true),
      torrent.fileCount > torrent.files.length ? make('p', {}, `… and ${number(torrent.fileCount - torrent.files.length)} more`) : null)].flat().filter(Boolean));
}

/** Seeders as a line, their most at the top; a point's title says when. */
function sparkLine(counts) {
  const most = Math.max(...counts.map(count => count.seeders), 1);
  return make('div', { class: 'columns spark', role: 'img', 'aria-label': `Seeders, at most ${most}` }, counts.map(count => {
    const column = make('i', { title: `${number(count.seeders)} seeders, ${number(count.leechers)} leechers, ${new Date(count.at * 1000).toLocaleDateString()}` });
    column.style.height = `${Math.max(2, 100 * count.seeders / most)}%`;
    return column;
  }));
}

function alike(title, others) {
  return others.length === 0 ? null : [make('h2', {}, title), make('ul', { class: 'alike' }, others.map(({ torrent, shared, sameFiles }) =>
    make('li', {}, make('a', { class: 'link', href: `/torrent/${torrent.hash}`, dir: 'auto' }, plain(torrent.name) || '(no name)'),
      make('span', { class: 'number' }, sameFiles ? size(torrent.size) : `${Math.round(shared * 100)} % in common`))))];
}

/** Folders as maps; a map and not an object, for a folder may be called __proto__. */
function tree(files) {
  const root = { folders: new Map(), files: [], size: 0 };
  for (const file of files) {
    const parts = file.path.split('/');
    const name = parts.pop();
    let folder = root;
    folder.size += file.length;
    for (const part of parts) {
      if (!folder.folders.has(part)) folder.folders.set(part, { folders: new Map(), files: [], size: 0 });
      folder = folder.folders.get(part);
      folder.size += file.length;
    }
    folder.files.push([name, file.length]);
  }
  return root;
}

function branch(folder, open) {
  const few = folder.folders.size <= 3;
  return make('ul', {},
    [...folder.folders].map(([name, inner]) => make('li', {},
      make('details', { open: open && few },
        make('summary', {}, plain(name) || '(no name)', make('span', { class: 'number' }, size(inner.size))),
        branch(inner, false)))),
    folder.files.map(([name, length]) => make('li', { class: 'file' },
      make('span', { dir: 'auto' }, plain(name) || '(no name)'), make('span', { class: 'number' }, size(length)))));
}
