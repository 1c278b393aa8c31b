interface Settings {
  jitless?: boolean;
}

// zod tries `new Function` to speed up parsers. Our CSP forbids that, and each attempt is reported as a violation. It
// is set where zod reads its settings, because importing zod would load it on pages that parse nothing.
// https://github.com/colinhacks/zod/blob/main/packages/zod/src/v4/core/core.ts
const shared = globalThis as { __zod_globalConfig?: Settings };
shared.__zod_globalConfig = Object.assign(shared.__zod_globalConfig ?? {}, { jitless: true });
