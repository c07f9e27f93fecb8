type Environment = Readonly<Record<string, string | undefined>>

/**
 * The environment of a run with one fault. What the processes of a whole run share is left out: a
 * program that was compiled with another fault, or with none, would answer instead.
 */
export function separate({ KEPT_BUILDS: _, ...rest }: Environment): Environment {
  return { ...rest, NO_COLOR: '1' }
}
