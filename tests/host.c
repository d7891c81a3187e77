/* Makes every test program a host that speaks its user's language: the
 * library must read and print the same under any locale. */
#include <locale.h>

__attribute__((constructor)) static void
speak(void)
{
    (void)setlocale(LC_ALL, "");
}
