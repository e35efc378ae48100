export * from './access-fields.ts';
export * from './ca-file.ts';
export * from './fields.ts';
export * from './process-groups.ts';
export * from './read-config.ts';
export * from './secret-fields.ts';
