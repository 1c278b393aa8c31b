/** A bad or missing variable. The message is one sentence for the person who starts the program. */
export class ConfigError extends Error {}
