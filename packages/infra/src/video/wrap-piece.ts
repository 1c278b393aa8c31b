import {
  BufferSource,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MPEG_TS,
  Mp4OutputFormat,
  NullTarget,
  Output,
} from 'mediabunny';
import { allKinds, comesTwice, type Kind, type Moments } from './timeline.ts';

/** Shorter fragments make a larger file, longer ones need more memory. */
const FRAGMENT_SECONDS = 5;

export interface Wrapped {
  /** The bytes at the beginning of a file. */
  readonly head: Uint8Array;
  readonly fragments: readonly { readonly moof: Uint8Array; readonly mdat: Uint8Array }[];
  /** The tracks in their order. */
  readonly kinds: readonly Kind[];
  readonly sampleRate: number | null;
  readonly shift: number;
  readonly ends: Moments;
}

interface Track {
  readonly kind: Kind;
  readonly packets: AsyncGenerator<EncodedPacket, void>;
  readonly first: EncodedPacket;
  /** Set for audio only. */
  readonly sampleRate?: number;
  add(packet: EncodedPacket): Promise<void>;
}

interface About {
  /** The tracks that the file has, or null if any are allowed. */
  readonly kinds: readonly Kind[] | null;
  /** Returns the shift for a segment with these start times. */
  readonly shiftFor: (begins: Moments) => number;
  /** The current end of each track. */
  readonly ends: Moments;
  /** This function is awaited after each packet. */
  readonly breathe: () => Promise<void>;
}

/** Copies the packets of one MPEG-TS segment into mp4 fragments. */
export async function wrapPiece(
  bytes: Uint8Array,
  { kinds, shiftFor, ends: before, breathe }: About,
): Promise<Wrapped> {
  const input = new Input({ source: new BufferSource(bytes), formats: [MPEG_TS] });
  const head: Uint8Array[] = [];
  const moofs: Uint8Array[] = [];
  const mdats: Uint8Array[] = [];
  const format = new Mp4OutputFormat({
    fastStart: 'fragmented',
    minimumFragmentDuration: FRAGMENT_SECONDS,
    onFtyp: (box) => void head.push(box),
    onMoov: (box) => void head.push(box),
    onMoof: (box) => void moofs.push(box),
    onMdat: (box) => void mdats.push(box),
  });
  try {
    const output = new Output({ format, target: new NullTarget() });
    const tracks: Track[] = [];
    for (const kind of kinds ?? allKinds) {
      const track = await open[kind](input, output);
      if (track) tracks.push(track);
    }
    if (tracks.length === 0) throw new Error('none of its tracks fit into an mp4');
    const shift = shiftFor(Object.fromEntries(tracks.map(({ kind, first }) => [kind, first.timestamp])));
    await output.start();
    const ends = await copy(tracks, { shift, before, breathe });
    await output.finalize();
    return {
      head: Buffer.concat(head),
      fragments: moofs.map((moof, at) => ({ moof, mdat: mdats[at] as Uint8Array })),
      kinds: tracks.map(({ kind }) => kind),
      sampleRate: tracks.find(({ kind }) => kind === 'audio')?.sampleRate ?? null,
      shift,
      ends,
    };
  } finally {
    input.dispose();
  }
}

async function openVideo(input: Input, output: Output): Promise<Track | null> {
  const track = await input.getPrimaryVideoTrack();
  const [codec, decoderConfig] = [await track?.getCodec(), await track?.getDecoderConfig()];
  if (!track || !codec || !decoderConfig) return null;
  const sink = new EncodedPacketSink(track);
  // Packets before the first key frame cannot be shown.
  const first = await sink.getFirstKeyPacket();
  if (!first) return null;
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source);
  const add = async (packet: EncodedPacket) => await source.add(packet, { decoderConfig });
  return { kind: 'video', packets: sink.packets(first), first, add };
}

async function openAudio(input: Input, output: Output): Promise<Track | null> {
  const track = await input.getPrimaryAudioTrack();
  const [codec, decoderConfig] = [await track?.getCodec(), await track?.getDecoderConfig()];
  if (!track || !codec || !decoderConfig) return null;
  const sink = new EncodedPacketSink(track);
  const first = await sink.getFirstPacket();
  if (!first) return null;
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  const add = async (packet: EncodedPacket) => await source.add(packet, { decoderConfig });
  return { kind: 'audio', packets: sink.packets(first), first, add, sampleRate: decoderConfig.sampleRate };
}

const open = { video: openVideo, audio: openAudio } as const;

/** Writes the track with the earlier packet first, because a fragment waits for all tracks. */
async function copy(
  tracks: readonly Track[],
  { shift, before, breathe }: Pick<About, 'breathe'> & { readonly shift: number; readonly before: Moments },
): Promise<Moments> {
  const ends: { [K in Kind]?: number } = {};
  const readers = await Promise.all(tracks.map(async (track) => ({ track, next: await track.packets.next() })));
  for (;;) {
    let reader: (typeof readers)[number] | undefined;
    let soonest = Number.POSITIVE_INFINITY;
    for (const each of readers) {
      if (each.next.done) continue;
      const { timestamp } = each.next.value;
      if (timestamp < soonest) [reader, soonest] = [each, timestamp];
    }
    if (!reader || reader.next.done) return ends;
    const { track, next } = reader;
    const timestamp = soonest + shift;
    if (!comesTwice(track.kind, timestamp, before)) {
      await track.add(next.value.clone({ timestamp }));
      ends[track.kind] = Math.max(ends[track.kind] ?? 0, timestamp + next.value.duration);
    }
    reader.next = await track.packets.next();
    await breathe();
  }
}
