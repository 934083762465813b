import { JAVASCRIPT } from './javascript.ts'
import { blocks, lines, type Positions } from './places.ts'

export const TYPESCRIPT: Positions = {
  ...JAVASCRIPT,
  oracle: 'typescript',
  expressions: lines(`
§ as X
(§)!
<X>§
f<X>(§)
f<{ a: string; b(): void }>(§)
f<[a: string, ...b: X[]]>(§)
new F<X<Y>>(§)
§ satisfies X
((a: X = §): X => a)(1)
(async (a: X): Promise<X> => §)(1)
(<T,>(a: T): T => §)(1)
((a): a is X => §)(1)
x as unknown as { a: new <T>() => T } ? § : 1`),
  statements: blocks(`
enum E { A = § }
const enum E { A = §, B }
enum E { A = 1, 'b' = § }
namespace N { § }
let x: X = §;
let x: { a: string } | (() => void) = §;
let x: A extends B ? C : D = §;
let x!: X; §
class C<T extends X> extends f(§)<T> implements I<{ a: string }> { }
abstract class C { abstract a(): void; b: X = § }
class C { readonly a: X⏎ readonly b: Y = § }
class C { constructor(private a: X = §) {} }
class C { constructor(@f(§) a: X) {} }⏎new C(1)
class C { private a?: X = § }
class C { get<T>(a: T): T { return § } }
function f<T = X>(this: X, a?: T, b: X = §): a is X {}⏎f();
type A<T = 1> = T extends any ? B : C;⏎§
type A = { a(): void }⏎§
interface I { a(): void }⏎§
declare function f(a: X): void;⏎§
declare global { interface X { } }⏎§
export type { A };⏎§
export = §;
for (const a of § as X[]) ;
try { } catch (e: unknown) { § }
if (x) return_; else §`),
}
