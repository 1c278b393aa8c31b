import { escapeHtml } from '../../http/reply.ts';
import type { Core } from '../discord.ts';
import type { Guild, User } from '../state/types.ts';
import { invitableGuilds, type Wish } from './wish.ts';

const STYLE = `
:root{color-scheme:dark}*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#1e1f22;color:#dbdee1;font:16px/1.5 system-ui,sans-serif}
main{width:min(30rem,calc(100vw - 2rem));background:#313338;border-radius:8px;padding:2rem}
h1{font-size:1.25rem;margin:0 0 .25rem}p{margin:0 0 1rem;color:#b5bac1}
fieldset{border:1px solid #4e5058;border-radius:6px;margin:0 0 1rem;padding:.5rem 1rem}
label{display:flex;align-items:center;gap:.75rem;padding:.35rem 0;cursor:pointer}
img{width:32px;height:32px;border-radius:50%}ul{margin:0 0 1rem;padding-left:1.25rem;color:#b5bac1}
.row{display:flex;justify-content:space-between}
button,select{font:inherit;border-radius:4px;border:0;padding:.6rem 1.2rem;color:#fff;background:#4e5058;cursor:pointer}
select{width:100%;padding:.6rem}button.main{background:#4752c4}
:focus-visible{outline:3px solid #00a8fc;outline-offset:2px}`;

const SCOPE_WORDS: Record<string, string> = {
  identify: 'See your username and avatar',
  email: 'See your email address',
  guilds: 'Know what servers you are in',
  'guilds.join': 'Join servers for you',
  'guilds.members.read': 'Read your member info in servers',
  connections: 'See your connected accounts',
  'role_connections.write': 'Update your connection data',
  bot: 'Add a bot to a server',
  'applications.commands': 'Create commands in a server',
};

const frame = (title: string, inside: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${inside}</main></body></html>`;

export const errorPage = (sentence: string): string =>
  frame(
    'Simulated Discord',
    `<h1 data-testid="oauth-message">${escapeHtml(sentence)}</h1><p>This is the simulated Discord.</p>`,
  );

export function consentPage(given: { core: Core; wish: Wish; people: readonly User[]; action: string }): string {
  const { core, wish, people } = given;
  const person = (user: User, index: number) =>
    `<label><input type="radio" name="user_id" value="${user.id}"${index === 0 ? ' checked' : ''}><img alt="" src="/discord/cdn/avatars/${user.id}/${user.avatar ?? '0'}.png?size=64"><span>${escapeHtml(user.global_name ?? user.username)}</span></label>`;
  const [first] = people;
  const guilds = first && wish.scopes.includes('bot') ? chooseGuild(core, wish, first) : '';
  const scopes = wish.scopes.map((scope) => `<li>${escapeHtml(SCOPE_WORDS[scope] ?? scope)}</li>`).join('');
  return frame(
    `Authorise ${wish.application.name}`,
    `<h1>${escapeHtml(wish.application.name)} wants to access an account</h1><p>This is the simulated Discord: choose who you are.</p>
<form method="post" action="${escapeHtml(given.action)}"><fieldset><legend>Log in as</legend>${people.map(person).join('')}</fieldset>
<ul>${scopes}</ul>${guilds}<div class="row"><button name="choice" value="deny">Cancel</button><button class="main" name="choice" value="authorise">Authorise</button></div></form>`,
  );
}

function chooseGuild(core: Core, wish: Wish, user: User): string {
  const isIn = (guild: Guild) => guild.members.has(wish.application.botId);
  const offered = invitableGuilds(core, user).filter((guild) => !wish.isGuildFixed || guild.id === wish.guildId);
  const chosen = wish.guildId ?? offered.find((guild) => !isIn(guild))?.id;
  const options = offered
    .map(
      (guild) =>
        `<option value="${guild.id}"${guild.id === chosen ? ' selected' : ''}>${escapeHtml(guild.name)}${isIn(guild) ? ' (already in)' : ''}</option>`,
    )
    .join('');
  return `<p><label for="guild">Add to server</label><select id="guild" name="guild_id">${options}</select></p>`;
}
