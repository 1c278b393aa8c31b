'use client';

export { ErrorScreen as default } from '../../shell/error-screen.tsx';
