import { Refused } from '../api/problem.ts'
import type { WhatIfRequest, WhatIfResponse } from '../api/shapes.ts'
import type { Store } from '../store/store.ts'

/** Decides the Records of the last days again, as another text of the user's settings would. */
export async function whatIf(
  _request: WhatIfRequest,
  _around: { readonly home: string; readonly store: Store },
): Promise<WhatIfResponse> {
  throw new Refused(503, 'replay is not there yet')
}
