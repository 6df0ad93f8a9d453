export { OwnEvidence } from './own.tsx'
export { EvidencePanel } from './panel.tsx'
export { EvidenceQueue } from './queue.tsx'
export { evidenceQuery } from './words.tsx'
