interface Settings {
  jitless?: boolean;
}

// Stops zod from trying `new Function` to speed up parsers. Our CSP forbids it, and each attempt is reported as a
// violation. The setting is written where zod reads it, because importing zod would load it on pages that parse
// nothing. https://github.com/colinhacks/zod/blob/main/packages/zod/src/v4/core/core.ts
const shared = globalThis as { __zod_globalConfig?: Settings };
shared.__zod_globalConfig = Object.assign(shared.__zod_globalConfig ?? {}, { jitless: true });
