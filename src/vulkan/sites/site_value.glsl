// The value of an octave at a site or at a cell. A module has one kind of noise: the build defines SITE_SAMPLE to the
// function of its row in noise_kinds.h, or SITE_DUAL to that with derivatives, and SITE_IS_CELL if it takes a cell; or
// SITE_METHOD to one of the methods that the kind has.
#include "noise/site_table.h"

layout(constant_id = CONSTANT_SITE_CHOICE) const uint CHOICE = 0u;

#if defined(SITE_IS_CELL)
// The value at a cell.
SCREE_FN octave_value cell_value(const scree_cell cell, const scree_site_source source)
{
#if defined(SITE_DUAL)
    scree_dual dual =
        SITE_DUAL(cell, AXES, scree_site_octave_source(source), source.options.word[SCREE_SITE_OPTION_FADE]);
    return scree_dual_of_site(dual, source, AXES);
#else
    return SITE_SAMPLE(cell, AXES, scree_site_octave_source(source));
#endif
}
#endif

// The value at a site.
SCREE_FN octave_value site_value(const scree_site site, const scree_site_source source)
{
#if defined(SITE_METHOD) && defined(HAS_DUALS)
    scree_dual dual = scree_dual_amplified(SITE_METHOD(site, AXES, source, CHOICE), source.amplitude);
    return scree_dual_of_site(dual, source, AXES);
#elif defined(SITE_METHOD)
    return SITE_METHOD(site, AXES, source, CHOICE) * source.amplitude;
#elif defined(SITE_IS_CELL)
    return cell_value(scree_site_cell(site, AXES, source), source);
#elif defined(SITE_DUAL)
    return scree_dual_of_site(SITE_DUAL(site, AXES, source), source, AXES);
#else
    return SITE_SAMPLE(site, AXES, source);
#endif
}
