const PACKET_BYTES = 188;
const MIB = 1024 * 1024;

/** Returns hostile segments by kind. */
export function hostilePieces(good: Buffer, origin: string): readonly (readonly [string, readonly Buffer[]])[] {
  const packets = Array.from({ length: good.length / PACKET_BYTES }, (_, at) =>
    good.subarray(at * PACKET_BYTES, (at + 1) * PACKET_BYTES),
  );
  const tables = packets.slice(0, 3);
  const start = packets.find((packet, at) => at > 2 && (packet.readUInt8(1) & 0x40) !== 0) ?? good;
  const times = Math.floor((60 * MIB) / PACKET_BYTES);
  return [
    ['a page', [Buffer.from('<!doctype html><title>Just a moment</title>')]],
    ['a playlist', [Buffer.from(`#EXTM3U\n#EXTINF:10,\n${origin}/canary\n#EXTINF:10,\nfile:///etc/hostname\n`)]],
    ['nothing', [Buffer.alloc(0)]],
    ['60 MiB of zeros', [Buffer.alloc(60 * MIB)]],
    ['60 MiB of frames without content', [Buffer.concat([...tables, ...Array.from({ length: times }, () => start)])]],
    ['cut off', [good.subarray(0, good.length / 2 + 50)]],
    ['100 with random bytes', Array.from({ length: 100 }, (_, seed) => damaged(good, seed + 1))],
  ];
}

/** Changes one byte in 500. The same seed changes the same bytes. */
function damaged(good: Buffer, seed: number): Buffer {
  const bytes = Buffer.from(good);
  let state = seed;
  const draw = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
  for (let times = bytes.length / 500; times > 0; times -= 1) bytes[draw() % bytes.length] = draw() >>> 24;
  return bytes;
}
