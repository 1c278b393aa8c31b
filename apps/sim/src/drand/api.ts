import { momentOf, randomnessOf, signRound } from '@tally/draw';
import { answerJson, type Route } from '../platform/call.ts';
import { type DrandWorld, network, secretKey } from './world.ts';

const somebodyElse = '1'.repeat(64);

/** https://docs.drand.love/dev-guide/API%20Documentation%20v1/ */
export const apiRoutes = (world: DrandWorld): Route[] => [
  { method: 'GET', path: '/chains', run: () => answerJson(200, [network.chain]) },
  {
    method: 'GET',
    path: '/:chain/info',
    run: (_call, { chain }) =>
      chain === network.chain
        ? answerJson(200, {
            public_key: network.publicKey,
            period: network.period,
            genesis_time: network.genesis,
            hash: network.chain,
            groupHash: network.chain,
            schemeID: 'bls-unchained-g1-rfc9380',
            metadata: { beaconID: 'quicknet' },
          })
        : unknownChain(),
  },
  {
    method: 'GET',
    path: '/:chain/public/:round',
    run(_call, { chain, round: text = '' }) {
      if (chain !== network.chain) return unknownChain();
      const round = text === 'latest' ? newestRound(world) : Number(text);
      if (!/^(?:latest|[1-9]\d{0,14})$/.test(text)) return answerJson(400, { error: 'invalid round' });
      world.asked += 1;
      // The real network answers "too early" for a future round.
      if (round > newestRound(world)) return answerJson(425, { error: 'requested future beacon' });
      const signature = signRound(round, world.isLying ? somebodyElse : secretKey);
      return answerJson(200, { round, randomness: randomnessOf(signature), signature });
    },
  },
];

const unknownChain = () => answerJson(404, { error: 'unknown chain hash' });

function newestRound({ doors, lateSeconds }: DrandWorld): number {
  const now = doors.now().getTime() - lateSeconds * 1000;
  const round = Math.floor((now / 1000 - network.genesis) / network.period) + 1;
  return momentOf(round, network).getTime() <= now ? round : round - 1;
}
