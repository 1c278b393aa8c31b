import { privacy, privacyForm } from './privacy.ts';
import { userinfo } from './userinfo.ts';

export const commands = [privacy, privacyForm, userinfo];
