import type { GiveawayProof, ProvenDraw } from '@tally/contract/giveaways/views';
import type { MessageId, ServerId, UserId } from '@tally/contract/wire/ids';

/** A finished draw of fictional people with a real round of the public beacon. The landing page checks it. */
export const sampleSheet = `tally-draw 2
giveaway gw_example
draw 1
winners 2
closed 2023-08-23T15:59:15.000Z
beacon quicknet 1000
entrants 8 tickets 11
0d9be02e6b10bb08c88f86861ce4da05b032e98b3a0862383e6d0d8029db1dba 1
50e02c930612cc57f2e926c13c1082138fe3aec05063d679dc0f9b4f460a0610 1
5e39f0f4d3fd80b19ab6503dc3ea46cb2369bb00e0b899d706b5eb4103b021a0 4
6b1bf116ffe3a1088afd2322115d2fb48d2977e41b678280de67b6fe0e55f7a5 1
7ccecd685df7592d0fc33c03e7d685c618575616122b90ad970a97513a5589d8 1
bca85cceeec3925fa494145b08c1cf5d28f83a3b5fa11fcbe2f3aac3e3f225c7 1
c1bb208243a6c7300e087ecef9273f2d8ae36a1d161b9b2c2a022ed90349aab0 1
e3b39bb7b2712e51e190a754207f611b921d3ea982cef3a29353e94aa9032c8d 1
`;

const closedAt = new Date('2023-08-23T15:59:15Z');
const won = { outcome: 'won', reason: null } as const;

export const sampleDraw: ProvenDraw = {
  number: 1,
  commitment: '06d06074c44dd85ba897b0a03fad716170cbf77d3791d42ede4f7a7ede3b6dc2',
  seed: '5aeee8bf9b271009d6808c7dc2e5d3307785d3f5c505aa125e3161554dbeb798',
  winners: 2,
  people: 8,
  tickets: 11,
  sheetHash: '23dba2dbd138855db600052dd8dca0d6614d4f4319c920f058a674909c9c5265',
  round: 1000,
  signature: 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
  // The message does not exist, so there is no link. Its id encodes the time at which Discord would have received it.
  post: { messageId: '1143937511194624000' as MessageId, url: '' },
  abandoned: [],
  closedAt,
  drawnAt: new Date('2023-08-23T15:59:25Z'),
  order: [
    {
      ...won,
      key: '5e39f0f4d3fd80b19ab6503dc3ea46cb2369bb00e0b899d706b5eb4103b021a0',
      userId: '100000000000000002' as UserId,
      username: 'mika_v',
      salt: '21e0fb5472846439629cb3e92c89752e',
    },
    {
      ...won,
      key: 'c1bb208243a6c7300e087ecef9273f2d8ae36a1d161b9b2c2a022ed90349aab0',
      userId: '100000000000000001' as UserId,
      username: 'Teapotter',
      salt: '08695c82d750b68e4b9a633a08dd7d2f',
    },
  ],
};

export const sampleProof: GiveawayProof = {
  giveawayId: 'gw_example',
  guildId: '100000000000000000' as ServerId,
  serverName: 'Night City',
  name: 'A lamp',
  mode: 'draw',
  state: 'ended',
  startedAt: null,
  endsAt: closedAt,
  people: sampleDraw.people,
  beacon: { chain: '', publicKey: '', genesis: 0, period: 3, isSimulated: false },
  draws: [sampleDraw],
  removed: [],
  presses: [],
};
