import { vi } from 'vitest';
import { demoUser, type TestApi } from './api.ts';

/** The parts of a simulated Discord message that tests read. */
export interface Shown {
  id: string;
  content: string;
  embeds: { title?: string; description?: string; fields?: { name: string; value: string }[] }[];
  components: { components: { label?: string; url?: string; custom_id?: string }[] }[];
  attachments: { filename: string; size: number }[];
  ephemeral_to?: string;
  flags: number;
}
export interface Told {
  outcome: string;
  type?: number;
  interaction_id: string;
  message?: Shown;
  modal?: { title: string; components: unknown };
}

interface Asked {
  readonly userId?: string;
  /** True for a client with an older version of the command. */
  readonly isStale?: boolean;
  readonly targetId?: string;
}

/** Returns all text of a message. */
export const textOf = ({ message }: Told): string =>
  [
    message?.content,
    ...(message?.embeds ?? []).flatMap(({ title, description, fields = [] }) => [
      title,
      description,
      ...fields.flatMap(({ name, value }) => [name, value]),
    ]),
  ]
    .filter(Boolean)
    .join('\n');

/** Simulates people who type commands, press buttons and fill in modals in a Discord channel. */
export function createTypist(api: TestApi, room: string) {
  const discord = async (action: string, body: object) => (await api.sim.discord.controls[action]?.(body)) as Told;

  /** Waits for the real answer, because a deferred one is replaced, or deleted and followed by another. */
  async function settled(told: Told): Promise<Told> {
    if (told.type !== 5) return told;
    const message = await vi.waitFor(() => {
      const now = api.sim.discord.state.channels.get(room)?.messages.get(told.message?.id ?? '');
      if (!now || now.isLoading) throw new Error('still thinking');
      return now;
    }, 60_000);
    return { ...told, message: message as unknown as Shown };
  }

  /** Runs `/setup service` with its options, or a menu by name, and returns the final answer. */
  async function run(path: string, options: object = {}, about: Asked = {}): Promise<Told> {
    const { userId = demoUser, isStale = false, targetId } = about;
    const [name, subcommand] = targetId ? [path] : path.split(' ');
    return await settled(
      await discord('command', {
        channel_id: room,
        user_id: userId,
        name,
        ...(subcommand ? { subcommand } : {}),
        ...(targetId ? { target_id: targetId } : {}),
        options,
        is_stale: isStale,
      }),
    );
  }

  return {
    run,
    settled,
    say: async (path: string, options: object = {}, userId?: string) =>
      textOf(await run(path, options, userId ? { userId } : {})),
    press: async (message: Shown | undefined, label: string, userId = demoUser): Promise<Told> => {
      const button = message?.components.flatMap((row) => row.components).find((each) => each.label === label);
      const asked = { channel_id: room, message_id: message?.id, user_id: userId, custom_id: button?.custom_id };
      return await settled(await discord('press', asked));
    },
    submit: async ({ interaction_id }: Told, fields: object) =>
      await settled(await discord('submit', { interaction_id, fields })),
  };
}
