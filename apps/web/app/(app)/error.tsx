'use client';

export { ErrorScreen as default } from '../../shell/screens/error-screen.tsx';
