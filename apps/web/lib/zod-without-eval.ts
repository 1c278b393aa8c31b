import { z } from 'zod';

// zod tries `new Function` to make parsers faster. Our CSP forbids that, and each try is reported as a violation.
z.config({ jitless: true });
