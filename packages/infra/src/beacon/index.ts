import { type Beacon, isSigned, quicknet, simulatedNet } from '@tally/draw';
import { type Config, type Log, UpstreamError } from '@tally/kernel';
import { z } from 'zod';
import type { Http } from '../http/index.ts';

/** A public source of unpredictable random numbers. Our requests reveal only the number of a round. */
export interface BeaconDoor {
  /** False if the seed alone decides draws. Proofs then say so. */
  readonly isOn: boolean;
  readonly isSimulated: boolean;
  readonly network: Beacon;
  /** Returns the verified signature of a round, or null if no mirror can provide it now. */
  read(round: number): Promise<string | null>;
}

declare module '@tally/kernel' {
  interface Ctx {
    readonly beacon: BeaconDoor;
  }
}

const Round = z.object({ round: z.int(), signature: z.string().regex(/^[0-9a-f]{96}$/) });

const ASKED_FOR_MS = 3_000;

export function createBeacon({ config, http, log }: { config: Config; http: Http; log: Log }): BeaconDoor {
  const { isOn, isSimulated, mirrors } = config.beacon;
  const network = isSimulated ? simulatedNet : quicknet;
  return {
    isOn,
    isSimulated,
    network,
    async read(round) {
      for (const mirror of mirrors) {
        const signature = await ask({ http, log, url: `${mirror}/${network.chain}/public/${round}`, round });
        // A mirror may lie or be broken, so we try the next one.
        if (signature !== null && isSigned({ round, signature }, network)) return signature;
      }
      return null;
    },
  };
}

async function ask({
  http,
  log,
  url,
  round,
}: {
  http: Http;
  log: Log;
  url: string;
  round: number;
}): Promise<string | null> {
  try {
    const { data } = await http.json({ world: 'drand', url, timeoutMs: ASKED_FOR_MS, maxBytes: 4_096 }, Round);
    return data.round === round ? data.signature : null;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.info({ err: error, round }, 'a mirror of the beacon has no answer');
    return null;
  }
}
