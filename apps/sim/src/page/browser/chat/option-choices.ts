import { isTextual, nameOf } from '../state/look.ts';
import type { CommandOption, Guild } from '../state/wire.ts';

/** Option types: https://docs.discord.com/developers/interactions/application-commands#application-command-object-application-command-option-type */
export const optionType = {
  text: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
} as const;

export const isNumber = ({ type }: CommandOption): boolean => type === optionType.integer || type === optionType.number;

export interface Entry {
  readonly value: string;
  readonly label: string;
}

/** Returns null if the option accepts free text. */
export function choicesOf(option: CommandOption, guild: Guild): readonly Entry[] | null {
  if (option.choices && option.choices.length > 0)
    return option.choices.map(({ name, value }) => ({ value: String(value), label: name }));
  const people = (): Entry[] =>
    guild.members.map((member) => ({ value: member.user.id, label: nameOf(guild, member.user) }));
  const roles = (): Entry[] => guild.roles.map((role) => ({ value: role.id, label: `@${role.name}` }));
  switch (option.type) {
    case optionType.boolean:
      return [
        { value: 'true', label: 'Yes' },
        { value: 'false', label: 'No' },
      ];
    case optionType.user:
      return people();
    case optionType.channel:
      return guild.channels
        .filter((channel) => (option.channel_types ? option.channel_types.includes(channel.type) : isTextual(channel)))
        .map((channel) => ({ value: channel.id, label: `#${channel.name ?? ''}` }));
    case optionType.role:
      return roles();
    case optionType.mentionable:
      return [...people(), ...roles()];
    default:
      return null;
  }
}
