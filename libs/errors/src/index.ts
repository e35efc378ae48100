export * from './app-error.ts';
export * from './assert-never.ts';
export * from './codes.ts';
export * from './error-response.ts';
