import { createPublicKey, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, Events, GatewayIntentBits } from 'discord.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Sim } from '../start.ts';
import { APPLICATION_ID, BOT_TOKEN } from './seed/application.ts';
import { act, ask, channel, openSim, personOf, restTo, server } from './test-world.ts';

const COMMANDS = `/applications/${APPLICATION_ID}/commands`;
const live = {
  name: 'link',
  description: 'Link an account',
  name_localizations: { de: 'verbinden' },
  options: [
    {
      type: 1,
      name: 'kick',
      description: 'Kick',
      options: [{ type: 3, name: 'name', description: 'Name', required: true, autocomplete: true }],
    },
  ],
};

async function logIn(sim: Sim): Promise<Client<true>> {
  const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: restTo(sim) });
  onTestFinished(() => client.destroy());
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(BOT_TOKEN);
  return ready;
}

describe('commands', () => {
  it('are registered as a whole and keep their ids', async () => {
    const sim = await openSim();
    const first = await ask(sim, `PUT ${COMMANDS}`, [live, { name: 'End giveaway', type: 3 }]);
    expect(first.status).toBe(200);
    const second = await ask(sim, `PUT ${COMMANDS}`, [{ ...live, description: 'Link' }]);
    expect(second.pluck('name')).toEqual(['link']);
    expect(second.get('0.id')).toBe(first.text('0.id'));
  });

  it.each([
    ['an unknown language', { ...live, name_localizations: { xx: 'x' } }],
    ['capitals in a name', { ...live, name: 'Link' }],
    ['a description of 101 letters', { ...live, description: 'x'.repeat(101) }],
    [
      'required after optional',
      {
        name: 'a',
        description: 'a',
        options: [
          { type: 3, name: 'a', description: 'a' },
          { type: 3, name: 'b', description: 'b', required: true },
        ],
      },
    ],
    ['a description on a menu', { name: 'Menu', type: 3, description: 'x' }],
  ])('are refused with %s', async (_, command) => {
    const sim = await openSim();
    const answer = await ask(sim, `PUT ${COMMANDS}`, [command]);
    expect(answer.get('code')).toBe(50035);
    expect(answer.get('errors.0')).toBeDefined();
  });

  it('run with options, autocomplete and a form', async () => {
    const sim = await openSim();
    await ask(sim, `PUT ${COMMANDS}`, [live]);
    const client = await logIn(sim);
    client.on(Events.InteractionCreate, (interaction) => {
      if (interaction.isAutocomplete()) void interaction.respond([{ name: 'xqc', value: 'xqc' }]);
      if (interaction.isChatInputCommand()) {
        void interaction.showModal({
          custom_id: 'form',
          title: 'Code',
          components: [{ type: 1, components: [{ type: 4, custom_id: 'code', label: 'Code', style: 1 }] }],
        });
      }
      if (interaction.isModalSubmit()) void interaction.reply(`code ${interaction.fields.getTextInputValue('code')}`);
    });
    const asked = {
      channel_id: channel(sim).id,
      user_id: personOf(sim),
      name: 'link',
      subcommand: 'kick',
      options: { name: 'xq' },
    };
    expect((await act(sim, 'autocomplete', { ...asked, focused: 'name' })).get('choices.0.value')).toBe('xqc');
    const shown = await act(sim, 'command', asked);
    expect(shown.get('modal.title')).toBe('Code');
    const done = await act(sim, 'submit', { interaction_id: shown.get('interaction_id'), fields: { code: '1234' } });
    expect(done.get('message.content')).toBe('code 1234');
    expect(done.get('message.interaction.name')).toBe('link kick');
    expect(done.get('message.interaction_metadata.triggering_interaction_metadata.type')).toBe(2);
  });

  it('are named by their answer, with the subcommand, and a menu has a type of its own', async () => {
    const sim = await openSim();
    await ask(sim, `PUT ${COMMANDS}`, [live, { name: 'End giveaway', type: 3 }]);
    const client = await logIn(sim);
    client.on(Events.InteractionCreate, (interaction) => {
      if (interaction.isCommand()) void interaction.reply('done');
    });
    const place = { channel_id: channel(sim).id, user_id: personOf(sim) };
    const linked = await act(sim, 'command', { ...place, name: 'link', subcommand: 'kick', options: { name: 'xqc' } });
    expect([linked.get('message.type'), linked.get('message.interaction.name')]).toEqual([20, 'link kick']);
    const target_id = linked.get('message.id');
    const ended = await act(sim, 'command', { ...place, name: 'End giveaway', target_id });
    expect([ended.get('message.type'), ended.get('message.interaction.name')]).toEqual([23, 'End giveaway']);
  });

  it('are hidden from those without the permission that the command names', async () => {
    const sim = await openSim();
    await ask(sim, `PUT ${COMMANDS}`, [{ ...live, default_member_permissions: '32' }]);
    const asked = { channel_id: channel(sim).id, user_id: personOf(sim), name: 'link', subcommand: 'kick' };
    expect((await act(sim, 'command', asked)).status).toBe(403);
  });
});

describe('answers', () => {
  const raise = async (sim: Sim) => {
    const button = { type: 2, style: 1, label: 'Go', custom_id: 'go' };
    const sent = await ask(sim, `POST /channels/${channel(sim).id}/messages`, {
      content: 'x',
      components: [{ type: 1, components: [button] }],
    });
    const pressed = act(sim, 'press', {
      channel_id: channel(sim).id,
      message_id: sent.text('id'),
      user_id: personOf(sim),
      custom_id: 'go',
    });
    const { promise, resolve } = Promise.withResolvers<{ id: string; token: string }>();
    const look = () => {
      const [interaction] = sim.discord.interactions.values();
      if (interaction) resolve(interaction);
    };
    const stop = sim.events.subscribe(look);
    const interaction = await promise;
    stop();
    return { pressed, interaction, messageId: sent.text('id') };
  };
  const answer = (sim: Sim, interaction: { id: string; token: string }, body: unknown) =>
    ask(sim, `POST /interactions/${interaction.id}/${interaction.token}/callback`, body, { token: null });

  it('arrive within three seconds or not at all', async () => {
    const sim = await openSim();
    const { pressed, interaction } = await raise(sim);
    sim.clock.advance(3001);
    expect((await pressed).get('outcome')).toBe('failed');
    expect((await answer(sim, interaction, { type: 4, data: { content: 'late' } })).get('code')).toBe(10062);
  });

  it('are accepted once (40060), may change the message, and allow follow-ups for 15 minutes', async () => {
    const sim = await openSim();
    const { pressed, interaction, messageId } = await raise(sim);
    expect((await answer(sim, interaction, { type: 7, data: { content: 'changed' } })).status).toBe(204);
    expect((await pressed).get('message.content')).toBe('changed');
    expect((await answer(sim, interaction, { type: 6 })).get('code')).toBe(40060);
    const hook = `/webhooks/${APPLICATION_ID}/${interaction.token}`;
    const original = await ask(sim, `GET ${hook}/messages/@original`, undefined, { token: null });
    expect(original.get('id')).toBe(messageId);
    const more = await ask(sim, `POST ${hook}`, { content: 'only you', flags: 64 }, { token: null });
    expect(channel(sim).messages.get(String(more.get('id')))?.visibleTo).toBe(personOf(sim));
    sim.clock.advance(15 * 60_000 + 1);
    expect((await ask(sim, `POST ${hook}`, { content: 'x' }, { token: null })).get('code')).toBe(50027);
  });

  it('reply to the message with the component and name no command; a follow-up names the first answer', async () => {
    const sim = await openSim();
    const { pressed, interaction, messageId } = await raise(sim);
    await answer(sim, interaction, { type: 4, data: { content: 'yes', flags: 64 } });
    const said = await pressed;
    expect(said.get('message.message_reference.message_id')).toBe(messageId);
    expect(said.get('message.referenced_message.content')).toBe('x');
    expect(said.get('message.interaction_metadata.interacted_message_id')).toBe(messageId);
    expect(said.get('message.interaction')).toBeUndefined();
    const hook = `/webhooks/${APPLICATION_ID}/${interaction.token}`;
    const more = await ask(sim, `POST ${hook}`, { content: 'more' }, { token: null });
    expect(more.get('interaction_metadata.original_response_message_id')).toBe(said.get('message.id'));
  });

  it('go to an endpoint of one’s own, signed, once it has proved that it checks signatures', async () => {
    const sim = await openSim();
    const { publicKey } = [...sim.discord.state.applications.values()][0] ?? { publicKey: '' };
    const key = createPublicKey({
      key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(publicKey, 'hex')]),
      format: 'der',
      type: 'spki',
    });
    let checks = true;
    const endpoint = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const signed = Buffer.from(`${req.headers['x-signature-timestamp'] as string}${body}`);
        const isGood = verify(null, signed, key, Buffer.from(req.headers['x-signature-ed25519'] as string, 'hex'));
        if (checks && !isGood) return void res.writeHead(401).end();
        const isPing = (JSON.parse(body) as { type: number }).type === 1;
        res.end(JSON.stringify(isPing ? { type: 1 } : { type: 4, data: { content: 'from the endpoint' } }));
      });
    });
    await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void endpoint.close());
    const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/interactions`;
    checks = false;
    expect((await ask(sim, 'PATCH /applications/@me', { interactions_endpoint_url: url })).get('code')).toBe(50035);
    checks = true;
    expect((await ask(sim, 'PATCH /applications/@me', { interactions_endpoint_url: url })).status).toBe(200);
    const { pressed } = await raise(sim);
    expect((await pressed).get('message.content')).toBe('from the endpoint');
    expect(server(sim).name).toBe('Night City');
  });
});
