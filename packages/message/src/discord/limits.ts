/** Discord's limits for a message. https://docs.discord.com/developers/resources/message */
export const discordLimits = {
  content: 2000,
  title: 256,
  description: 4096,
  fields: 25,
  fieldName: 256,
  fieldValue: 1024,
  footer: 2048,
  author: 256,
  /** The maximum combined text length of all embeds in a message. */
  embedTotal: 6000,
  embeds: 10,
  rows: 5,
  buttonsPerRow: 5,
  buttonLabel: 80,
  buttonUrl: 512,
  url: 2048,
  webhookName: 80,
} as const;

export const maxButtons = discordLimits.rows * discordLimits.buttonsPerRow;
