interface Settings {
  jitless?: boolean;
}

// zod tries `new Function` to make parsers faster. Our CSP forbids that, and each try is reported as a violation. Said
// where zod looks for its settings: asking zod itself would bring it to pages that parse nothing.
// https://github.com/colinhacks/zod/blob/main/packages/zod/src/v4/core/core.ts
const shared = globalThis as { __zod_globalConfig?: Settings };
shared.__zod_globalConfig = Object.assign(shared.__zod_globalConfig ?? {}, { jitless: true });
