import { createHash, createHmac } from 'node:crypto';
import type { Beacon } from '../beacon.ts';
import type { DrawRecord } from '../check.ts';

// A second verifier, written from docs/giveaways.md with only node:crypto. It shares no code with the package. It
// cannot verify the beacon's signature, so it assumes that the signature belongs to the round.

export interface Opinion {
  /** True if all computed values match. */
  readonly addsUp: boolean;
  /** True if the round follows from the closing time, and Discord dates the hash before that round. */
  readonly isRoundBound: boolean;
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const DISCORD_EPOCH = 1_420_070_400_000n;

export function judge(record: DrawRecord, beacon: Beacon): Opinion {
  const [head = [], lines] = split(record.sheet);
  const valueOf = (word: string) => head.find((line) => line.startsWith(`${word} `))?.slice(word.length + 1) ?? '';
  const people = lines.map((line) => ({ key: line.slice(0, 64), tickets: Number(line.slice(65)) }));
  const winners = Number(valueOf('winners'));
  const round = Number(/^quicknet (\d+)$/.exec(valueOf('beacon'))?.[1] ?? Number.NaN);
  const [isRuled, isRoundBound] = judgeRound({ head, round, record, beacon, lines });
  const drawn = drawAgain(record, people);
  const won = record.order.filter((each) => each.won).length;
  const stopsRight =
    won === winners ? record.order.at(-1)?.won === true : won < winners && record.order.length === people.length;
  const addsUp =
    sha256(Buffer.from(record.seed, 'hex')) === record.commitment &&
    sha256(record.sheet) === record.sheetHash &&
    Number.isNaN(round) === (record.signature === null) &&
    isRuled &&
    record.order.every(({ key }, place) => drawn[place] === key) &&
    stopsRight;
  return { addsUp, isRoundBound: addsUp && isRoundBound };
}

function split(sheet: string): [string[], string[]] {
  const all = sheet.split('\n').slice(0, -1);
  const end = all.findIndex((line) => line.startsWith('entrants ')) + 1;
  return [all.slice(0, end), all.slice(end)];
}

interface Rule {
  readonly head: readonly string[];
  readonly lines: readonly string[];
  readonly round: number;
  readonly record: DrawRecord;
  readonly beacon: Beacon;
}

/** Returns whether the rule holds, and whether the rule and Discord's dates leave no choice of a round. */
function judgeRound({ head, lines, round, record, beacon }: Rule): [boolean, boolean] {
  if (head[0] === 'tally-draw 1') return [true, false];
  const outAt = (each: number) => (beacon.genesis + beacon.period * (each - 1)) * 1000;
  const dated = (id: string) => Number((BigInt(id) >> 22n) + DISCORD_EPOCH);
  const ruled = (made: number, lead: number) =>
    Math.ceil((made / 1000 + lead - beacon.genesis) / beacon.period) + 1;
  let made = Date.parse(head[4]?.slice('closed '.length) ?? '');
  let lead = 9;
  const gone = head.filter((line) => line.startsWith('abandoned '));
  for (const [place, line] of gone.entries()) {
    const [, itsRound = '', hash, post = '', at = ''] = line.split(' ');
    const itsHead = [
      ...head.slice(0, 5 + place),
      `beacon quicknet ${itsRound}`,
      ...head.slice(head.findIndex((each) => each.startsWith('beacon ')) + 1),
    ];
    const isLate = post !== 'none' && dated(post) >= outAt(Number(itsRound)) && Date.parse(at) >= dated(post);
    const isSilent =
      place === gone.length - 1 && Number.isNaN(round) && Date.parse(at) - outAt(Number(itsRound)) >= 600_000;
    if (Number(itsRound) !== ruled(made, lead) || sha256(`${[...itsHead, ...lines].join('\n')}\n`) !== hash)
      return [false, false];
    if (!isLate && !isSilent) return [false, false];
    made = Date.parse(at);
    lead = Math.min(600, lead * 2);
  }
  if (Number.isNaN(round)) return [true, false];
  if (round !== ruled(made, lead)) return [false, false];
  if (record.postId === null) return [true, false];
  const isInTime = dated(record.postId) < outAt(round);
  return [isInTime, isInTime && gone.length === 0];
}

/** Counts through the whole list each time, like a person would. */
function drawAgain(
  { seed, sheetHash, signature }: DrawRecord,
  people: readonly { readonly key: string; readonly tickets: number }[],
): string[] {
  const said = signature === null ? 'none' : sha256(Buffer.from(signature, 'hex'));
  const left = [...people];
  const drawn: string[] = [];
  for (let i = 0; left.length > 0; i += 1) {
    const all = BigInt(left.reduce((sum, { tickets }) => sum + tickets, 0));
    const mac = createHmac('sha256', Buffer.from(seed, 'hex')).update(`${sheetHash}:${said}:${i}`).digest();
    const x = mac.readBigUInt64BE();
    if (x >= 2n ** 64n - (2n ** 64n % all)) continue;
    let ticket = Number(x % all);
    const at = left.findIndex(({ tickets }) => {
      if (ticket < tickets) return true;
      ticket -= tickets;
      return false;
    });
    drawn.push(left.splice(at, 1)[0]?.key ?? '');
  }
  return drawn;
}
