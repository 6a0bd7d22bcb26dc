import fastq from 'fastq';

export const canaryUnlisted = fastq;
