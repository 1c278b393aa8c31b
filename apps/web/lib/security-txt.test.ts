import { expect, it, vi } from 'vitest';
import { securityTxt } from './security-txt.ts';

it('is not there where nobody has said who reads reports', () => {
  vi.stubEnv('SECURITY_CONTACT', '');
  expect(securityTxt().status).toBe(404);
});
