/** The names of channels, roles and emojis by id, because Discord shows names. */
export interface DiscordNames {
  readonly roles: readonly { readonly id: string; readonly name: string }[];
  readonly channels: readonly { readonly id: string; readonly name: string }[];
  readonly users?: readonly { readonly id: string; readonly name: string }[];
  readonly emojis?: readonly { readonly id: string; readonly name: string | null }[];
}

export const noNames: DiscordNames = { roles: [], channels: [] };
