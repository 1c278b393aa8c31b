import { type CurrentUser, contract, type Team, type TeamInvitation, type TeamMembership } from '@tally/contract';
import { demoUser, somebodyElse, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

const HOUR = 3_600_000;
const third = '200000000000000002';
const names = { leader: demoUser, helper: somebodyElse, stranger: third };

let api: TestApi;
const tokens = { leader: '', helper: '', stranger: '' };
type Who = keyof typeof tokens;
beforeAll(async () => {
  api = await testApi({ isWorking: true });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.reset();
  for (const who of Object.keys(tokens) as Who[]) tokens[who] = await api.logIn(names[who]);
});

const ask = async (method: string, path: string, who?: Who, body?: unknown, locale = 'en-US') =>
  await api.request(method, path, {
    token: who && tokens[who],
    body,
    headers: { 'x-request-id': 'the-same-for-all', 'accept-language': locale },
  });
const { listTeams } = contract.teams;
const look = async (who: Who = 'leader') =>
  (await api.call(listTeams, {}, tokens[who])).json.data as {
    managedTeam: (Team & { teamId: string }) | null;
    memberTeams: TeamMembership[];
  };
async function found(who: Who = 'leader', teamName = 'Night shift'): Promise<string> {
  expect((await ask('POST', '/data/teams', who, { teamName })).json).toEqual({
    status: 200,
    data: 'The team has been created.',
  });
  return (await look(who)).managedTeam?.teamId ?? '';
}
const invite = async (team: string, body: object = {}) =>
  (await ask('PUT', `/data/teams/${team}/invite`, 'leader', { bitfieldToSet: '1', ...body })).json.data as string;
const join = async (code: string, who?: Who) =>
  await ask('PUT', `/data/teams/join?code=${encodeURIComponent(code)}`, who);
const peek = async (code: string, who?: Who) =>
  await ask('GET', `/data/teams/invites/${encodeURIComponent(code)}`, who);
const me = async (who: Who) => ((await ask('GET', '/@me', who)).json.data as CurrentUser).database;
const bell = async (who: Who) => (await me(who)).notifications.list.map(({ message }) => message);
const rings = async (who: Who, message: string) =>
  await vi.waitFor(async () => expect(await bell(who)).toContain(message), { timeout: 60_000 });

describe('a team', () => {
  it('is founded, invites, is joined, and reads the same from both sides', async () => {
    const team = await found();
    const code = await invite(team);
    const seen = await peek(code);
    expect(seen.json.data as TeamInvitation).toEqual({
      teamId: team,
      teamName: 'Night shift',
      teamLeaderId: null,
      teamLeaderName: 'robin',
      teamLeaderAvatar: expect.stringContaining('/avatars/'),
      teamMembers: 0,
      bitfieldToSet: '1',
      isFull: false,
      isMember: false,
      isLeader: false,
    });
    expect((await join(code)).json).toMatchObject({ status: 401, code: 'notLoggedIn' });
    expect((await join(code, 'helper')).json).toEqual({ status: 200, data: 'You are now in the team Night shift.' });
    expect((await join(code, 'helper')).json).toEqual({
      status: 200,
      data: 'You are already in the team Night shift.',
    });
    expect(await look()).toMatchObject({
      managedTeam: {
        teamId: team,
        teamMembers: [{ userId: somebodyElse, bitfield: '1', kickUsername: null, cameBy: { code, isOpen: false } }],
        activeInvites: [],
      },
      memberTeams: [],
    });
    expect(await look('helper')).toMatchObject({
      managedTeam: null,
      memberTeams: [{ teamId: team, teamName: 'Night shift', teamLeaderName: 'robin', teamMembers: 1, bitfield: '1' }],
    });
    await rings('leader', `${(await me('helper')).username} is now in Night shift.`);
    expect((await me('leader')).gettingStarted).toMatchObject({ didInviteATeamMember: true, didJoinATeam: false });
    expect((await me('helper')).gettingStarted).toMatchObject({ didInviteATeamMember: false, didJoinATeam: true });
  });

  it('is renamed, handed over and dissolved, and everyone affected is notified', async () => {
    const team = await found();
    const code = await invite(team, { maxUses: 2 });
    await join(code, 'helper');
    await join(code, 'stranger');
    const { username } = await me('helper');
    await ask('PATCH', `/data/teams/${team}`, 'leader', { teamName: 'Owls' });
    await rings('helper', 'Night shift is now called Owls.');
    const handed = await ask('PUT', `/data/teams/${team}/transfer`, 'leader', { userId: somebodyElse });
    expect(handed.json.data).toBe(`${username} now leads the team.`);
    await rings('helper', 'robin handed Owls over to you. Its members have no rights until you grant them.');
    await rings('stranger', `${username} now leads Owls.`);
    expect((await ask('PATCH', `/data/teams/${team}`, 'leader', { teamName: 'Mine' })).status).toBe(403);
    expect((await ask('DELETE', `/data/teams/${team}`, 'helper')).json.data).toBe('The team has been deleted.');
    await rings('leader', `${username} deleted Owls.`);
    await rings('stranger', `${username} deleted Owls.`);
    expect(await look('stranger')).toEqual({ managedTeam: null, memberTeams: [] });
  });

  it('is deleted with the account of its leader, and all members are notified', async () => {
    const team = await found();
    await join(await invite(team), 'helper');
    expect((await ask('DELETE', `/data/user/${demoUser}`, 'leader')).status).toBe(200);
    await rings('helper', 'The leader of Night shift deleted their account.');
    expect(await look('helper')).toEqual({ managedTeam: null, memberTeams: [] });
  });

  it('shows its record to its leader alone', async () => {
    const team = await found();
    await join(await invite(team), 'helper');
    const { username } = await me('helper');
    expect((await ask('GET', `/data/teams/${team}/events`, 'helper')).status).toBe(403);
    expect((await ask('GET', `/data/teams/${team}/events`, 'leader')).json.data).toMatchObject([
      { event: 'joined', byName: username },
      { event: 'invited', byName: 'robin' },
      { event: 'founded', byName: 'robin' },
    ]);
  });
});

describe('an invitation that is not valid', () => {
  it('looks the same to the byte for every cause, also without a login', async () => {
    const team = await found();
    const spent = await invite(team);
    await join(spent, 'helper');
    const expired = await invite(team, { expiresAt: api.clock.now().getTime() + HOUR });
    const revoked = await invite(team);
    expect((await ask('DELETE', `/data/teams/${team}/invites/${revoked}`, 'leader')).status).toBe(200);
    api.clock.move(HOUR);
    const codes = [spent, expired, revoked, '7KqWx2mDh9Tb', 'two words', 'приглашение', '\u202e'];
    for (const locale of ['en-US', 'ar-SA']) {
      const path = (code: string) => `/data/teams/invites/${encodeURIComponent(code)}`;
      const open = await Promise.all(codes.map((code) => ask('GET', path(code), undefined, undefined, locale)));
      expect(new Set(open.map(({ text }) => text)).size).toBe(1);
      expect(open.map(({ status }) => status)).toEqual(codes.map(() => 404));
      expect(open[0]?.json).toMatchObject({
        code: 'inviteNotValid',
        error: expect.stringMatching(/^(This inv|هذه الد)/),
      });
      await api.database.db.execute('delete from tries');
    }
    const joining = await Promise.all(codes.map((code) => join(code, 'stranger')));
    expect([...new Set(joining.map(({ text }) => text))]).toEqual([(await peek('nothing')).text]);
  });

  it('stops a guesser after ten tries, and shows for how long', async () => {
    const team = await found();
    const code = await invite(team);
    for (let n = 0; n < 10; n++) expect((await join('nonsense', 'stranger')).status).toBe(404);
    const stopped = await join(code, 'stranger');
    expect(stopped.json).toMatchObject({
      status: 429,
      code: 'tooManyWrongCodes',
      error: 'Too many invalid invitations. Try again in 10 minutes.',
    });
    expect(stopped.headers['retry-after']).toBe('600');
    expect((await peek(code, 'helper')).status).toBe(200);
  });
});

describe('bad input is refused with a sentence', () => {
  const zalgo = `Z${'\u0301\u0302\u0303\u0304\u0305'.repeat(3)}`;
  const cases = [
    ['a name of spaces', 'POST', '/data/teams', { teamName: '   ' }, 'teamName: is missing'],
    ['a name that nobody sees', 'POST', '/data/teams', { teamName: '\u200b\u202e\u2060' }, 'teamName: is missing'],
    ['51 letters', 'POST', '/data/teams', { teamName: 'x'.repeat(51) }, 'teamName: must have at most 50 characters'],
    [
      'stacked marks',
      'POST',
      '/data/teams',
      { teamName: zalgo },
      'teamName: must not have more than three marks on one letter',
    ],
    ['two lines', 'POST', '/data/teams', { teamName: 'a\nb' }, 'teamName: must be one line'],
    ['no name', 'POST', '/data/teams', {}, 'teamName: is missing'],
    [
      'unknown bits',
      'PUT',
      '/{team}/invite',
      { bitfieldToSet: '2' },
      'bitfieldToSet: contains a right that teams do not have',
    ],
    [
      '2^64',
      'PUT',
      '/{team}/invite',
      { bitfieldToSet: '18446744073709551616' },
      'bitfieldToSet: contains a right that teams do not have',
    ],
    ['negative bits', 'PUT', '/{team}/invite', { bitfieldToSet: '-1' }, 'bitfieldToSet: must be a decimal number'],
    ['0 uses', 'PUT', '/{team}/invite', { bitfieldToSet: '1', maxUses: 0 }, 'maxUses: must be 1 or more'],
    ['1001 uses', 'PUT', '/{team}/invite', { bitfieldToSet: '1', maxUses: 1001 }, 'maxUses: must be 1000 or less'],
    ['half a use', 'PUT', '/{team}/invite', { bitfieldToSet: '1', maxUses: 1.5 }, 'maxUses: must be a whole number'],
    [
      'an end that is past',
      'PUT',
      '/{team}/invite',
      { bitfieldToSet: '1', expiresAt: 1 },
      'expiresAt: must be in the future',
    ],
    [
      'an end in seconds',
      'PUT',
      '/{team}/invite',
      { bitfieldToSet: '1', expiresAt: 1_900_000_000 },
      'expiresAt: must be in the future',
    ],
    [
      'an end in a year',
      'PUT',
      '/{team}/invite',
      { bitfieldToSet: '1', expiresAt: 8e12 },
      'expiresAt: must be at most 30 days ahead, or never',
    ],
    [
      'kicking oneself',
      'PUT',
      '/{team}/kick',
      { userId: demoUser },
      'A team’s leader cannot leave or be removed. Hand the team over to a member first, or delete it.',
    ],
    ['kicking a stranger', 'PUT', '/{team}/kick', { userId: third }, 'They are not in this team.'],
    ['kicking nobody', 'PUT', '/{team}/kick', { userId: 'robin' }, 'userId: must be a Discord ID'],
    [
      'bits of a stranger',
      'PUT',
      '/{team}/update',
      { userId: third, bitfieldToSet: '1' },
      'They are not in this team.',
    ],
    [
      'unknown bits of a member',
      'PUT',
      '/{team}/update',
      { userId: somebodyElse, bitfieldToSet: '4' },
      'bitfieldToSet: contains a right that teams do not have',
    ],
    ['handing over to a stranger', 'PUT', '/{team}/transfer', { userId: third }, 'They are not in this team.'],
    [
      'leaving one’s own team',
      'PUT',
      '/data/teams/leave?teamId={team}',
      undefined,
      'A team’s leader cannot leave or be removed. Hand the team over to a member first, or delete it.',
    ],
    ['leaving a team of others', 'PUT', '/data/teams/leave?teamId=nothing', undefined, 'You are not in this team.'],
    [
      'the team of nobody',
      'PATCH',
      '/data/teams/nothing',
      { teamName: 'Mine' },
      'You do not have permission to do this.',
    ],
    [
      'a second team',
      'POST',
      '/data/teams',
      { teamName: 'Two' },
      'You already lead a team. Each person can lead only one.',
    ],
    [
      'revoking nonsense',
      'DELETE',
      '/{team}/invites/nonsense',
      undefined,
      'This invitation is invalid or has expired. Ask the person who sent it for a new one.',
    ],
  ] as const;

  it.each(cases)('%s', async (_, method, path, body, sentence) => {
    const team = await found();
    const full = path.startsWith('/{team}') ? `/data/teams${path}` : path;
    const { json } = await ask(method, full.replace('{team}', team), 'leader', body);
    expect([json.error].flat()).toEqual([sentence]);
    expect(json.status).toBeGreaterThanOrEqual(400);
    expect(json.status).toBeLessThan(500);
    expect(await look()).toMatchObject({
      managedTeam: { teamName: 'Night shift', teamMembers: [], activeInvites: [] },
    });
  });

  it('invisible characters are removed from a name, and marks that a language needs stay', async () => {
    await found('leader', '  Night\u202e   shift ');
    expect((await look()).managedTeam?.teamName).toBe('Night shift');
    await found('helper', 'فريقُ اللَّيل');
    expect((await look('helper')).managedTeam?.teamName).toBe('فريقُ اللَّيل');
  });
});
