export { ErrorBodySchema, IdParams, Name, OkBody, Page, PageQuery } from './shared.ts';
export { OPERATIONS } from './operations.ts';
export {
  getOrSeedInstructions,
  Instructions,
  INSTRUCTIONS_SOURCES,
  type InstructionsSource,
  InstructionsSummary,
  listInstructions,
  queueFeedback,
} from './instructions.ts';
export { getMedia, getMediaUrl, SignedMediaLink } from './media.ts';
export { getSession, signIn, signOut, signUp } from './auth.ts';
export {
  createProject,
  createTask,
  deleteProject,
  deleteTask,
  listProjects,
  listTasks,
  ProjectSchema,
  renameTask,
  TaskSchema,
  updateProject,
} from './projects.ts';
export { verifyToken } from './verify.ts';
