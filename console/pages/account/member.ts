import type { Out } from '../../api.ts';

export type Member = Out<'members'>['members'][number];
export type Role = Member['role'];
