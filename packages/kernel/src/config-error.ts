/** A bad or missing variable, said in one sentence for the person who starts the program. */
export class ConfigError extends Error {}
