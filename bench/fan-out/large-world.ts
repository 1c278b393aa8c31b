import { startSim } from '@tally/sim/start';

/** Runs the simulated world as a separate process, with `SERVERS` servers of the size that a busy bot sees. */
const SHAPE = { channels: 25, roles: 20 };
const OWNER = '100000000000000001';

const sim = await startSim({ port: Number(process.env.SIM_PORT) });
const discord = sim.worlds.get('discord')?.controls ?? {};
const act = (action: string, body: object): { id: string } => discord[action]?.(body) as { id: string };

const places = Array.from({ length: Number(process.env.SERVERS) }, (_, index) => {
  const { id } = act('add-guild', { name: `Server ${index}`, owner_id: OWNER });
  act('invite-bot', { guild_id: id });
  for (let role = 1; role < SHAPE.roles; role += 1) act('add-role', { guild_id: id, name: `Role ${role}` });
  const channels = Array.from({ length: SHAPE.channels - 1 }, (_, at) =>
    act('add-channel', { guild_id: id, name: `channel-${at}` }),
  );
  return { serverId: id, channelId: channels[0]?.id ?? '' };
});

process.once('SIGTERM', () => void sim.close().then(() => process.exit(0)));
process.once('disconnect', () => process.exit(0));
process.send?.({ places });
