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
  ].filter(Boolean);
  page.replaceChildren(
    make('h1', { dir: 'auto' }, plain(torrent.name) || '(no name)'),
    tagList(torrent.tags),
    make('div', { class: 'actions' },
      make('a', { class: 'primary', href: torrent.magnet }, 'Magnet link'),
      torrent.torrentFile ? make('a', { href: `/files/${torrent.hash}.torrent`, download: true }, 'Torrent file') : null),
    make('div', { class: 'facts' },
      facts.map(([name, value]) => make('div', { class: 'fact' }, make('span', {}, name), make('strong', {}, value || '–'))),
      make('div', { class: 'fact wide' }, make('span', {}, 'Infohash'), make('strong', {}, torrent.hash)),
      torrent.v2Hash ? make('div', { class: 'fact wide' }, make('span', {}, 'Infohash, version 2'), make('strong', {}, torrent.v2Hash)) : null),
    make('h2', {}, 'Files'),
    make('div', { class: 'tree' }, branch(tree(torrent.files), true),
      torrent.fileCount > torrent.files.length ? make('p', {}, `… and ${number(torrent.fileCount - torrent.files.length)} more`) : null));
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
