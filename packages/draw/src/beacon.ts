import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { sha256Hex } from './entry-key.ts';

/** A network that publishes an unpredictable signed number every few seconds. */
export interface Beacon {
  readonly chain: string;
  readonly publicKey: string;
  /** The time of round 1, in Unix seconds. */
  readonly genesis: number;
  readonly period: number;
}

/** The real network: https://docs.drand.love/developer/ and https://api.drand.sh/v2/beacons/quicknet/info */
export const quicknet: Beacon = {
  chain: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesis: 1_692_803_367,
  period: 3,
};

/** For the simulated world, where there is nothing to win. It has the real network's rhythm, but a public key pair. */
export const simulatedNet: Beacon = {
  ...quicknet,
  chain: '47e92dc507e993fa7d4b2a7618db40a59fb400ac331f6e572ec6ef2cc108d809',
  publicKey:
    'a7ce1b3ba30a6ba0e4193aca9b85e05d78253046d49fc91e6a16f3f2a3e5bf241e6dc4a6db7e6c5975bfddea293900da187685a29c517246eb61b241a4a3c8848677f4c8638db440b9a86f8e3734eaed428c73202046b8c8ac6dcb70a8e3f07f',
};

/** The domain tag of the network's short signatures (RFC 9380). */
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

/** How many seconds before its round a sheet is published. */
const HEAD_START = 9;
const LONGEST_HEAD_START = 600;

/**
 * Returns the first round at least nine seconds after a moment. Each abandoned sheet doubles that time, because its
 * channel was too busy to show it in time and would show the next one too late as well.
 */
export function roundAfter(closedAt: Date, beacon: Beacon, abandoned = 0): number {
  const headStart = Math.min(HEAD_START * 2 ** abandoned, LONGEST_HEAD_START);
  const seconds = (closedAt.getTime() + headStart * 1000 - beacon.genesis * 1000) / 1000;
  return Math.ceil(seconds / beacon.period) + 1;
}

/** Returns when a round is published. */
export function momentOf(round: number, beacon: Beacon): Date {
  return new Date((beacon.genesis + beacon.period * (round - 1)) * 1000);
}

/** Returns the randomness that a draw gets from a signature. */
export const randomnessOf = (signature: string) => sha256Hex(hexToBytes(signature));

/** Returns whether the network signed this round. False for an invalid signature. */
export function isSigned({ round, signature }: { round: number; signature: string }, beacon: Beacon): boolean {
  const { shortSignatures } = bls12_381;
  try {
    const message = shortSignatures.hash(messageOf(round), DOMAIN);
    return shortSignatures.verify(hexToBytes(signature), message, hexToBytes(beacon.publicKey));
  } catch {
    return false;
  }
}

/** Signs a round like the network does. Only for the simulated network. */
export function signRound(round: number, secretKey: string): string {
  const { shortSignatures } = bls12_381;
  return bytesToHex(
    shortSignatures.sign(shortSignatures.hash(messageOf(round), DOMAIN), hexToBytes(secretKey)).toBytes(),
  );
}

export function publicKeyOf(secretKey: string): string {
  return bytesToHex(bls12_381.shortSignatures.getPublicKey(hexToBytes(secretKey)).toBytes());
}

function messageOf(round: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(round));
  return sha256(bytes);
}
