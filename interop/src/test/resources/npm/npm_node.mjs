// One bittorrent-dht node, spoken to in lines as drivers/lines.py says.
// Arguments: IP:PORT, then IP:PORT of the nodes to start from.
import crypto from 'node:crypto'
import readline from 'node:readline'
import DHT from 'bittorrent-dht'

const [address, ...bootstrap] = process.argv.slice(2)
const [host, port] = address.split(':')

// Raw Ed25519 keys in the wrappings that node's crypto wants (RFC 8410).
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

function publicKey (raw) {
  return crypto.createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' })
}

function verify (signature, message, key) {
  return crypto.verify(null, message, publicKey(Buffer.from(key)), signature)
}

const dht = new DHT({ bootstrap: bootstrap.length ? bootstrap : false, verify })
const peers = new Map()
dht.on('peer', (peer, infohash) => {
  const hex = Buffer.from(infohash).toString('hex')
  if (!peers.has(hex)) peers.set(hex, new Set())
  peers.get(hex).add(`${peer.host}:${peer.port}`)
})
dht.on('error', e => say('error', e))

function say (...words) {
  console.log(...words)
}

function called (start) {
  return new Promise((resolve, reject) =>
    start((e, ...results) => (e ? reject(e) : resolve(results))))
}

const verbs = {
  nodes: async () => dht.toJSON().nodes.length,

  get_peers: async infohash => {
    await called(done => dht.lookup(infohash, done))
    return [...(peers.get(infohash) ?? [])].join(' ')
  },

  // Says how many nodes took it.
  announce: async (infohash, port) =>
    (await called(done => dht.announce(infohash, Number(port), done)))[0],

  // Says on how many nodes the value was stored, then its target.
  put: async text => {
    const [target, count] = await called(done => dht.put({ v: Buffer.from(text) }, done))
    return `${count} ${Buffer.from(target).toString('hex')}`
  },

  get: async target => {
    const [item] = await called(done => dht.get(target, { cache: false }, done))
    return item ? Buffer.from(item.v).toString() : ''
  },

  put_mutable: async (seed, publicKey, text, seq, salt) => {
    const key = crypto.createPrivateKey(
      { key: Buffer.concat([PKCS8, Buffer.from(seed, 'hex')]), format: 'der', type: 'pkcs8' })
    const [, count] = await called(done => dht.put({
      k: Buffer.from(publicKey, 'hex'),
      v: Buffer.from(text),
      seq: Number(seq),
      salt: Buffer.from(salt),
      sign: message => crypto.sign(null, message, key)
    }, done))
    return count
  },

  get_mutable: async (publicKey, salt) => {
    const target = crypto.createHash('sha1').update(publicKey, 'hex').update(salt).digest()
    const [item] = await called(done => dht.get(target, { cache: false, salt }, done))
    return item ? `${item.seq} ${Buffer.from(item.v).toString()}` : ''
  }
}

dht.listen(Number(port), host, async () => {
  say('ready')
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const [verb, ...words] = line.split(' ')
    try {
      say(verb, (await verbs[verb](...words)) ?? '')
    } catch (e) {
      say(verb, 'failed:', e.message)
    }
  }
  process.exit()
})
