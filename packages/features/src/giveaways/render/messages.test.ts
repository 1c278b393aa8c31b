import { type GiveawayMessageType, type Locale, RoleId, UserId } from '@tally/contract';
import { defaultMessage } from '@tally/message/defaults';
import type { MessageTemplate } from '@tally/message/discord';
import { describe, expect, it } from 'vitest';
import { wholeTerms } from '../match/terms.ts';
import type { DrawnRow, GiveawayRow } from '../tables.ts';
import { type GiveawayScene, needsOf, renderGiveaway, renderLetter, renderLog, renderResult } from './index.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 11, 24, hour));
const pinged = RoleId.parse('200000000000000001');
const host = UserId.parse('300000000000000001');
const idOf = (place: number) => UserId.parse(String(400_000_000_000_000_001n + BigInt(place)));
const winner = (place: number, change: Partial<DrawnRow> = {}) =>
  ({ number: 1, place, key: `${place}`.padEnd(64, '0'), userId: idOf(place), outcome: 'won', ...change }) as DrawnRow;

const noNeeds = {
  roles: [],
  accountCreatedBefore: null,
  joinedServerBefore: null,
  boostingServer: null,
  messageCount: null,
  linkedPlatform: null,
};
const terms = wholeTerms({ name: 'A lamp', durationMinutes: 60, winnerCount: 2, mentionRole: pinged });
const row = {
  id: 'gw_1',
  serverId: '100000000000000001',
  channelId: '100000000000000002',
  messageId: '100000000000000003',
  state: 'running',
  hostId: host,
  people: 1412,
  tickets: 2000,
  endsAt: at(1),
  closedAt: at(1),
  draw: 1,
  claimUntil: null,
  codeword: null,
} as GiveawayRow;
const draw = {
  commitment: 'c'.repeat(64),
  people: 4,
  tickets: 5,
  sheetHash: 'b'.repeat(64),
  round: 77,
} as GiveawayScene['draw'];
const fair = `Fair draw · SHA-256 ${'c'.repeat(64)}`;

interface Told {
  readonly state?: GiveawayRow['state'];
  readonly row?: Partial<GiveawayRow>;
  readonly terms?: Partial<GiveawayScene['terms']>;
  readonly drawn?: readonly DrawnRow[];
  readonly locale?: Locale;
  readonly own?: { readonly [T in GiveawayMessageType]?: MessageTemplate };
}

function sceneWith(about: Told = {}): GiveawayScene {
  const { locale = 'en-US', own = {}, drawn = [] } = about;
  return {
    row: { ...row, ...(about.state ? { state: about.state } : {}), ...about.row },
    terms: { ...terms, ...about.terms },
    draw,
    drawn,
    looks: { name: 'Night City', iconUrl: null, memberCount: 9, locale },
    proofUrl: 'https://tally.example/giveaways/1/gw_1',
    now: at(0),
    templateOf: (type) => own[type] ?? defaultMessage(type, locale),
  };
}

const message = (about: Told = {}) => renderGiveaway(sceneWith(about)).payload;
const result = (about: Told = {}, number = 1, part = 1) => renderResult(sceneWith(about), { number, part }).payload;
const labels = ({ components = [] }: { components?: readonly { components: readonly { label?: string }[] }[] }) =>
  components.map((each) => each.components.map(({ label }) => label));
const to = { userId: idOf(0), username: 'grace', pageUrl: 'https://tally.example/mine' };

describe('without custom text', () => {
  it('a running giveaway shows end, winners, host and the fair draw, and pings its role', () => {
    expect(message({ terms: { description: 'Signed.\n\nTwice.', image: 'https://x.example/a.png' } })).toEqual({
      content: `<@&${pinged}>`,
      embeds: [
        {
          title: 'A lamp',
          description: `Signed.\n\nTwice.\nEnds <t:1798074000:R> (<t:1798074000:f>)\n2 winners\nHost: <@${host}>`,
          color: 0x5b8def,
          image: { url: 'https://x.example/a.png' },
          footer: { text: fair },
        },
      ],
      components: [
        {
          type: 1,
          components: [
            { type: 2, style: 1, custom_id: 'gw-enter:gw_1', label: 'Enter', emoji: { name: '🎉' }, disabled: false },
            { type: 2, style: 2, custom_id: 'gw-mine:gw_1', label: '1,412', disabled: false },
            { type: 2, style: 5, label: 'Fair draw', url: 'https://tally.example/giveaways/1/gw_1' },
          ],
        },
      ],
      allowed_mentions: { parse: [], roles: [pinged], users: [] },
    });
  });

  it('an ended one names its winners without a ping', () => {
    const { content, embeds, components, allowed_mentions } = message({
      state: 'ended',
      drawn: [winner(0), winner(1)],
    });
    expect(content).toBe('');
    expect(embeds).toEqual([
      {
        title: 'A lamp',
        description: `Winners: <@${idOf(0)}>, <@${idOf(1)}>\n1,412 people, 2,000 entries\nHost: <@${host}>`,
        color: 0x80848e,
        footer: { text: fair },
      },
    ]);
    expect(labels({ components: components ?? [] })).toEqual([['Ended', 'Proof']]);
    expect(allowed_mentions).toEqual({ parse: [], roles: [], users: [] });
  });

  it.each([
    [
      'en-US',
      'Congratulations',
      ': you won **5\\* lamp**.',
      'You won **5\\* lamp** on Night City. https://tally.example/mine',
    ],
    [
      'ar-SA',
      'تهانينا',
      ': لقد فزتم بـ **5\\* lamp**.',
      'لقد فزت بـ **5\\* lamp** في Night City. https://tally.example/mine',
    ],
  ] as const)(
    'winners are notified in %s, without a gap if there is nothing to claim',
    (locale, first, rest, letter) => {
      const about = { locale, terms: { name: '5* lamp' }, drawn: [winner(0)], state: 'ended' } as const;
      expect(result(about)).toEqual({
        content: `${first} <@${idOf(0)}>${rest}`,
        message_reference: { message_id: row.messageId, fail_if_not_exists: false },
        allowed_mentions: { parse: [], roles: [], users: [idOf(0)], replied_user: false },
      });
      expect(renderLetter(sceneWith(about), to).content).toBe(letter);
    },
  );

  it('shows until when to claim', () => {
    const about = { row: { claimUntil: at(2) }, drawn: [winner(0)], state: 'ended' } as const;
    expect(result(about).content).toMatch(/\*\*A lamp\*\*\. Claim it before <t:1798077600:f>\.$/);
    expect(labels(result(about))).toEqual([['Claim']]);
    expect(renderLetter(sceneWith(about), to).content).toBe(
      'You won **A lamp** on Night City. Claim it before <t:1798077600:f>. https://tally.example/mine',
    );
  });
});

it('the log shows an edited duration in words, and a moved end as a time of Discord', () => {
  const endsAt = '2026-12-24T04:00:00.000Z → 2026-12-24T05:00:00.000Z';
  const details = { durationMinutes: '60 → 120', endsAt };
  const [edited] = renderLog(sceneWith({}), [{ event: 'edited', details }]).embeds ?? [];
  expect(edited?.description).toContain('durationMinutes: 1 hour → 2 hours');
  expect(edited?.description).toContain('endsAt: <t:1798084800:f> → <t:1798088400:f>');
});

describe('with any number of names', () => {
  it('a log card and the list of requirements stay within Discord’s limits', () => {
    const long = { name: '*'.repeat(256) };
    const log = renderLog(sceneWith({ terms: long }), [{ event: 'created' }]);
    expect(log.embeds?.[0]?.title?.length).toBeLessThanOrEqual(256);
    const roles = Array.from({ length: 250 }, (_, place) =>
      RoleId.parse(String(500_000_000_000_000_000n + BigInt(place))),
    );
    const filtered = {
      ...terms,
      entryFilter: { roleMode: 'whitelist' as const, roles },
      bypassRequirementsRoles: roles,
    };
    const needs = needsOf(sceneWith({ terms: filtered })).join('\n');
    expect(needs.length).toBeLessThan(1200);
    expect(needs).toContain('>, …');
  });
});

describe('the message of a giveaway shows before the press', () => {
  const text = (about: Told) => message(about).embeds?.[0]?.description?.split('\n') ?? [];
  const [subscriber, vip] = ['600000000000000001', '600000000000000002'].map((id) => RoleId.parse(id)) as [
    RoleId,
    RoleId,
  ];

  it('that there is a codeword, also to members without requirements', () => {
    const row = { codeword: 'Lantern' };
    expect(text({ row }).slice(-2)).toEqual(['To enter:', '• the codeword said on stream']);
    const requirements = { ...noNeeds, boostingServer: true };
    const lines = text({ row, terms: { requirements, bypassRequirementsRoles: [vip] } });
    expect(lines.slice(-4)).toEqual([
      'To enter:',
      '• boosting this server',
      `<@&${vip}> can skip these requirements.`,
      '• the codeword said on stream',
    ]);
    expect(JSON.stringify(message({ row }))).not.toContain('Lantern');
  });

  it('people with more entries', () => {
    const bonus = (role: RoleId, additionalEntries: number) => ({ roles: [role], additionalEntries });
    const roleBonuses = [bonus(subscriber, 3), bonus(vip, 1)];
    const lines = [`• <@&${subscriber}>: 3 bonus entries`, `• <@&${vip}>: 1 bonus entry`];
    expect(text({ terms: { roleBonuses } }).slice(-3)).toEqual(['Bonus entries:', ...lines]);
    const highest = text({ terms: { roleBonuses, roleBonusType: 'highest' } });
    expect(highest.slice(-3)[0]).toBe('Bonus entries (the highest counts):');
    expect(text({ terms: { roleBonuses, mode: 'drop' } }).join()).not.toContain('onus entries');
    const many = Array.from({ length: 25 }, () => bonus(vip, 2));
    expect(text({ terms: { roleBonuses: many } }).join('\n').length).toBeLessThan(1000);
  });

  it('@everyone where that is the role, which has the id of the server', () => {
    const everyone = RoleId.parse(row.serverId);
    expect(message({ terms: { mentionRole: everyone } })).toMatchObject({
      content: '@everyone',
      allowed_mentions: { parse: ['everyone'], roles: [] },
    });
  });

  it('which messages count, and calls a platform by its name', () => {
    const requirements = { ...noNeeds, linkedPlatform: 'kick' as const, messageCount: 3 };
    expect(text({ terms: { requirements } }).slice(-2)).toEqual([
      '• a linked Kick account',
      '• 3 messages in this server, counted since its first giveaway with this requirement, at most one every 10 seconds',
    ]);
  });
});

describe('any custom text', () => {
  const card = { giveaway: { embed: { title: 'Win {prize}!', description: 'Hurry.', footer: 'Night City' } } };
  const bare = { giveaway: { content: 'Win {prize}!' }, giveawayEnded: { content: 'Over. {winners} won.' } };

  it('buttons and the line about the fair draw stay', () => {
    const own = { giveaway: { ...card.giveaway, buttons: [{ title: 'Rules', url: 'https://x.example/rules' }] } };
    const shown = message({ own });
    expect(shown.embeds?.[0]).toMatchObject({ title: 'Win A lamp!', footer: { text: `${fair} · Night City` } });
    expect(labels(shown)).toEqual([['Enter', '1,412', 'Fair draw'], ['Rules']]);
    expect(message({ own: bare }).content).toBe(`<@&${pinged}> Win A lamp!\n-# ${fair}`);
  });

  it('an edit removes the previous content', () => {
    expect(message({ own: bare })).toMatchObject({ embeds: [] });
    expect(message({ own: card, state: 'running', terms: { mentionRole: null } })).toMatchObject({ content: '' });
  });

  it.each([
    ['a card', card],
    ['a text', bare],
  ])('as %s, it shows the pause, and the list that is drawn from', (_, own) => {
    expect(JSON.stringify(message({ own, state: 'paused' }))).toContain('This giveaway is paused');
    const drawing = JSON.stringify(message({ own, state: 'drawing' }));
    expect(drawing).toContain(`Sheet \`${'b'.repeat(64)}\``);
    expect(drawing).toContain('round 77');
    const late = message({ own: { ...own, giveawayEnded: own.giveaway }, state: 'ended', row: { closedAt: at(3) } });
    expect(JSON.stringify(late)).toContain('the bot was offline');
  });

  it('nothing that people need to know is repeated or cut off', () => {
    const withSummary = { giveaway: { embed: { description: '{summary}' } } };
    const said = (own: Told['own']) => JSON.stringify(message({ own, state: 'drawing' })).split('Sheet `').length - 1;
    expect(said(withSummary)).toBe(1);
    expect(said({ giveaway: { embed: { description: `${'x'.repeat(4080)}{summary}` } } })).toBe(1);
    const long = message({ own: { giveaway: { content: 'x'.repeat(2000) } }, state: 'drawing' });
    expect(long.content).toHaveLength(2000);
    expect(long.content).toMatch(new RegExp(`\\n-# ${fair}$`));
    const many = Array.from({ length: 25 }, (_, place) => ({ name: `${place}`, value: 'x' }));
    const fields = message({ own: { giveaway: { embed: { description: 'x', fields: many } } }, state: 'paused' });
    expect(fields.embeds?.[0]?.fields).toHaveLength(25);
    expect(JSON.stringify(fields)).toContain('This giveaway is paused');
  });

  it('only its role and the winners are pinged', () => {
    const loud = `@everyone <@&200000000000000009> <@${host}> {host}`;
    expect(message({ own: { giveaway: { content: loud } } }).allowed_mentions).toEqual({
      parse: [],
      roles: [pinged],
      users: [],
    });
    const { content, allowed_mentions } = result({ own: { giveawayWinner: { content: loud } }, drawn: [winner(0)] });
    expect(content).toContain(`<@${idOf(0)}> @everyone`);
    expect(allowed_mentions).toEqual({ parse: [], roles: [], users: [idOf(0)], replied_user: false });
  });

  it.each([`{winners} ${'x'.repeat(1900)}`, `${'x'.repeat(1900)} {winners}`, 'Hooray!'])(
    'all winners are named and pinged, sixty in a post, with any text: %.20s',
    (content) => {
      const drawn = Array.from({ length: 100 }, (_, place) => winner(place));
      const own = { giveawayWinner: { content } };
      const [first, second] = [result({ own, drawn }, 1, 1), result({ own, drawn }, 1, 2)];
      const named = (text = '') => [...text.matchAll(/<@(\d+)>/g)].map(([, id]) => id);
      const all = [...named(first.content), ...named(second.content)];
      expect([all.length, new Set(all)]).toEqual([100, new Set(drawn.map(({ userId }) => userId))]);
      expect(first.allowed_mentions.users).toHaveLength(60);
      expect(second.allowed_mentions.users).toHaveLength(40);
      expect(first.content?.length).toBeLessThanOrEqual(2000);
    },
  );

  it('fewer winners than prizes are mentioned with any text', () => {
    const few = { ...sceneWith({ drawn: [winner(0)] }), draw: { ...draw, number: 1, winners: 3 } };
    const { content } = renderResult(few, { number: 1, part: 1 }).payload;
    expect(content?.split('\n')[1]).toBe('-# 2 prizes are left: no other entrant is eligible to win.');
  });

  it('a redraw has its own text; without a winner, the default text explains it', () => {
    const own = { giveawayWinner: { content: 'First {winners}' }, giveawayRerolled: { content: 'Again {winners}' } };
    const drawn = [winner(0), winner(1, { number: 2 })];
    expect(result({ own, drawn }).content).toBe(`First <@${idOf(0)}>`);
    expect(result({ own, drawn }, 2).content).toBe(`Again <@${idOf(1)}>`);
    expect(result({ own }).content).toBe('No one entered the giveaway for **A lamp**.');
    const passed = [winner(0, { outcome: 'passedOver' })];
    expect(result({ own, drawn: passed }).content).toBe('No entrant is eligible to win **A lamp**.');
  });

  it('a text that is empty after filling still names the winners', () => {
    const own = { giveawayWinner: { content: '{claim}' }, giveawayDM: { content: '{claim}' } };
    expect(result({ own, drawn: [winner(0)] }).content).toBe(`<@${idOf(0)}>`);
    expect(result({ own, drawn: [winner(0, { userId: null })] }).content).toBe(`\`${'0'.repeat(12)}\``);
    expect(renderLetter(sceneWith({ own }), to).content).toBe('A lamp');
  });

  it('through a webhook it is not a reply, because webhooks cannot reply', () => {
    const own = { giveawayWinner: { content: '{winners}', webhook: { enabled: true, username: 'Host' } } };
    const written = renderResult(sceneWith({ own, drawn: [winner(0)] }), { number: 1, part: 1 });
    expect(written.identity).toEqual({ username: 'Host' });
    expect(written.payload.message_reference).toBeUndefined();
  });

  it('a direct message has its own placeholders, card and buttons', () => {
    const own = {
      giveawayDM: {
        content: 'Hi {member_name}, {own_giveaways_url}',
        embed: { description: '{prize} of {host}' },
        buttons: [{ title: 'Proof', url: '{proof_url}' }],
      },
    };
    expect(renderLetter(sceneWith({ own }), to)).toMatchObject({
      content: 'Hi grace, https://tally.example/mine',
      embeds: [{ description: `A lamp of <@${host}>` }],
      components: [{ components: [{ style: 5, label: 'Proof', url: 'https://tally.example/giveaways/1/gw_1' }] }],
    });
  });
});
