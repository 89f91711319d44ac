// Reads WARC files with warcio and prints, for every response and revisit record:
// type, address, status, payload digest as written, payload digest as computed here.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { WARCParser } from "warcio";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function base32(bytes) {
  let text = "";
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      text += ALPHABET[(value >>> (bits - 5)) & 31];
      bits -= 5;
    }
    value &= 255;
  }
  return text;
}

function payload(block) {
  const end = block.indexOf("\r\n\r\n") + 4;
  const head = block.subarray(0, end).toString("latin1").toLowerCase();
  const body = block.subarray(end);
  if (!/\r\ntransfer-encoding:[^\r]*chunked/.test(head)) {
    return body;
  }
  const pieces = [];
  let at = 0;
  while (at < body.length) {
    const line = body.indexOf("\r\n", at);
    const size = parseInt(body.subarray(at, line).toString("latin1"), 16);
    if (!size) {
      break;
    }
    pieces.push(body.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
  return Buffer.concat(pieces);
}

for (const file of process.argv.slice(2)) {
  const records = new WARCParser(createReadStream(file), { parseHttp: false });
  for await (const record of records) {
    const block = Buffer.from(await record.readFully(false));
    if (record.warcType !== "response" && record.warcType !== "revisit") {
      continue;
    }
    const written = record.warcHeader("WARC-Payload-Digest") ?? "none";
    const computed =
      record.warcType === "revisit"
        ? written
        : "sha1:" + base32(createHash("sha1").update(payload(block)).digest());
    const status = block.toString("latin1", 0, block.indexOf("\r\n")).split(" ")[1];
    const target = record.warcTargetURI.replace(/^<|>$/g, ""); // wget writes brackets
    console.log(record.warcType, target, status, written, computed);
  }
}
