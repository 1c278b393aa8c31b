import { momentOf, publicKeyOf, quicknet, signRound } from '@tally/draw';
import type { BeaconDoor } from '@tally/infra/beacon';
import type { Clock } from '@tally/kernel';

const secretKey = '2'.repeat(64);

/** A beacon network for tests, which publishes each round by the test's clock. */
export const testBeacon = (clock: Clock): BeaconDoor => {
  const network = { ...quicknet, publicKey: publicKeyOf(secretKey) };
  return {
    isOn: true,
    isSimulated: true,
    network,
    read: async (round) => (momentOf(round, network) > clock.now() ? null : signRound(round, secretKey)),
  };
};
