import { type Random } from '#practice/market/random.ts';

const HARMFUL_TEXTS = [
  '\0',
  '\r\n\r\n',
  '\n',
  ' ',
  'Content-Length: 5\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Transfer-Encoding: gzip, chunked\r\n',
  'Expect: 100-continue\r\n',
  'Upgrade: websocket\r\nConnection: Upgrade\r\n',
  'Host:\r\n',
  'HTTP/0.9',
  'HTTP/2.0',
  '%00',
  '%ZZ',
  '../../',
  '"__proto__":{"polluted":1},',
  '"constructor":{"prototype":{"polluted":1}},',
  '\uFEFF',
  '\\u0000',
  '1e999',
  '-0',
  '9'.repeat(400),
  '['.repeat(200),
  '{"a":'.repeat(200),
  'ffffffffffffffff\r\n',
  '0\r\n\r\n',
];

/**
 * Damages a valid request in one to four random ways: changes, removes, duplicates or moves bytes,
 * or inserts a harmful text.
 */
export function mutate(request: Buffer, random: Random): Buffer {
  let bytes = request;
  const times = random.whole(1, 4);
  for (let turn = 0; turn < times; turn += 1) bytes = damage(bytes, random);
  return bytes;
}

function damage(bytes: Buffer, random: Random): Buffer {
  const from = random.whole(0, Math.max(0, bytes.length - 1));
  const to = Math.min(bytes.length, from + random.whole(0, 24));
  const [head, part, tail] = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)];
  switch (random.whole(0, 5)) {
    case 0:
      return Buffer.concat([head, Buffer.from(part.map(() => random.whole(0, 255))), tail]);
    case 1:
      return Buffer.concat([head, tail]);
    case 2:
      return Buffer.concat([head, part, part, tail]);
    case 3:
      return head;
    case 4:
      return Buffer.concat([tail, head]);
    default:
      return Buffer.concat([head, Buffer.from(random.pick(HARMFUL_TEXTS)), part, tail]);
  }
}
