#include "c_locale.h"

bool scree_c_locale_enter(scree_c_locale *locale)
{
    locale->entered = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (locale->entered == (locale_t)0) {
        return false;
    }
    locale->before = uselocale(locale->entered);
    return true;
}

void scree_c_locale_leave(const scree_c_locale *locale)
{
    uselocale(locale->before);
    freelocale(locale->entered);
}
