import { Override } from '@tally/contract';
import { describe, expect, it } from 'vitest';
import { decideOverride, outcomeOf, type PreparedWords, prepareWords, readRules, type Words } from './decide.ts';
import { judge, noRules, publishes, type ServerRules } from './verdict.ts';

const override = (priority: number, over: Partial<Override> = {}): Override =>
  Override.parse({
    priorityOnConflict: priority,
    applyTo: [],
    query: [],
    queryIn: [],
    actions: [],
    durationMinutes: null,
    overrideChannelId: null,
    overridePingRoleId: null,
    ...over,
  });
const words = (over: Partial<Words> = {}): Words => ({
  platform: 'kick',
  title: 'Big slots night',
  category: 'Slots & Casino',
  description: null,
  ...over,
});
const decide = (overrides: readonly Override[], about: Words = words()) =>
  decideOverride(readRules(overrides), prepareWords(about));

describe('which override wins', () => {
  it.each<[string, Override[], Partial<Words>, number | null]>([
    ['none where none matches', [override(1, { query: ['chess'] })], {}, null],
    [
      'the highest that matches',
      [override(1), override(3, { query: ['slots'] }), override(9, { query: ['x'] })],
      {},
      3,
    ],
    ['one without words: every stream', [override(2)], {}, 2],
    ['one for the platform', [override(2, { applyTo: ['kick', 'twitch'] })], {}, 2],
    ['none for another platform', [override(2, { applyTo: ['twitch'] })], {}, null],
    ['by the title', [override(2, { query: ['night'], queryIn: ['title'] })], {}, 2],
    [
      'not by the title where only the category counts',
      [override(2, { query: ['night'], queryIn: ['category'] })],
      {},
      null,
    ],
    ['by the description of a video', [override(2, { query: ['*ad*'] })], { description: 'an advert' }, 2],
    ['not by a category that is missing', [override(2, { query: ['casino'] })], { category: null }, null],
    ['one unreadable query spoils nothing', [override(2, { query: ['/(/', 'slots'] })], {}, 2],
  ])('%s', (_, overrides, about, winner) => expect(decide(overrides, words(about))?.priority ?? null).toBe(winner));

  it('shows which query matched, and where', () => {
    expect(decide([override(1, { query: ['chess', 'casino'] })])?.matched).toEqual({
      query: 'casino',
      queryIn: 'category',
    });
    expect(decide([override(1)])?.matched).toBeNull();
  });
});

describe('the verdict', () => {
  const now = new Date('2026-05-01T12:00:00Z');
  const about = ({
    server = noRules,
    words: seen = prepareWords(words()),
    ...over
  }: Partial<Parameters<typeof judge>[0]> & { server?: ServerRules; words?: PreparedWords }) => {
    const outcome = outcomeOf(readRules(server.overrides), seen);
    return judge({ server, outcome, hold: null, now, isQuiet: () => true, ...over });
  };
  const server = (overrides: readonly Override[], onlyOverrides = false) => ({ ...noRules, overrides, onlyOverrides });
  const cancel = override(1, { query: ['slots'], actions: ['cancel'], durationMinutes: 60 });

  it('without rules lets everything through', () =>
    expect(about({})).toEqual({
      decision: null,
      skip: null,
      quiet: null,
      awaitsCategory: false,
      newHold: null,
    }));
  it('cancels', () => expect(about({ server: server([cancel]) }).skip).toBe('override'));
  it('lets nothing else through where only overrides count', () => {
    expect(about({ server: server([], true) }).skip).toBe('onlyOverrides');
    expect(about({ server: server([override(1)], true) }).skip).toBeNull();
  });

  it('remembers a decision with a duration, and keeps to it until then', () => {
    const { newHold } = about({ server: server([cancel]) });
    expect(newHold?.until).toEqual(new Date('2026-05-01T13:00:00Z'));
    const later = { server: server([cancel]), words: prepareWords(words({ title: 'Chess', category: 'Chess' })) };
    const at = (time: string) => about({ ...later, hold: newHold, now: new Date(time) });
    expect(at('2026-05-01T12:59:59Z')).toMatchObject({ skip: 'override', newHold: null });
    expect(at('2026-05-01T13:00:00Z')).toMatchObject({ skip: null, decision: null });
  });

  it('waits for a category only if it could change the winner, and starts no hold until then', () => {
    const early = prepareWords(words({ category: null }));
    const awaits = (overrides: readonly Override[], seen = early) =>
      about({ server: server(overrides), words: seen }).awaitsCategory;
    const chess = override(5, { query: ['chess'], queryIn: ['category'], actions: ['cancel'] });
    expect(awaits([chess])).toBe(true);
    expect(awaits([override(5, { query: ['chess'] })])).toBe(true);
    expect(awaits([chess], prepareWords(words()))).toBe(false);
    expect(awaits([chess, override(9, { query: ['slots'] })])).toBe(false);
    expect(awaits([override(5, { query: ['chess'], queryIn: ['title'] })])).toBe(false);
    expect(awaits([override(5, { query: ['chess'], applyTo: ['twitch'] })])).toBe(false);
    const lower = override(1, { query: ['slots'], durationMinutes: 60 });
    expect(about({ server: server([chess, lower]), words: early })).toMatchObject({
      decision: { priority: 1 },
      newHold: null,
    });
  });

  it('reports the effect of quiet hours', () => {
    const quietHours = { enabled: true, timeZone: 'UTC', from: '10:00', until: '14:00', mode: 'digest' } as const;
    expect(about({ server: { ...noRules, quietHours } }).quiet).toBe('digest');
    expect(about({ server: { ...noRules, quietHours }, isQuiet: () => false }).quiet).toBeNull();
  });

  it('publishes, does not, or leaves it to the streamer', () => {
    const by = (...actions: Override['actions']) => publishes(decide([override(1, { actions })]));
    expect([by('autoPublish'), by('dontPublish'), by(), publishes(null)]).toEqual([true, false, null, null]);
  });
});
