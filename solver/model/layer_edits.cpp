// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "model/layer_edits.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace nest {

namespace {

/// What one edit does to a layer.
class Editor {
public:
    Editor(Layer& layer, const ReferenceCase& reference, std::string pointer, std::vector<Diagnostic>& faults)
        : m_layer(layer), m_pointer(std::move(pointer)), m_faults(faults) {
        if (const Profile* profile = profile_for(layer, reference)) m_profile = *profile;
    }

    void apply(const LayerEdit& edit) {
        if (edit.parameters) set_parameters(*edit.parameters);
        if (edit.activation_bytes) set_activation(*edit.activation_bytes);
        if (edit.forward_flop) set_flop(*edit.forward_flop);
        if (edit.forward_seconds) set_seconds(*edit.forward_seconds);
    }

private:
    void set_parameters(double wanted) {
        change("parameters", wanted, &Profile::parameters, &Operator::parameters, [](Operator& op, double factor) {
            op.parameters *= factor;
            op.expert_parameters *= factor;
            op.weight_bytes *= factor;
        });
        scale_profiles(&Profile::parameters, wanted,
                       {&Profile::parameters, &Profile::expert_parameters, &Profile::tied_parameters});
    }

    void set_activation(double wanted) {
        change("activation_bytes", wanted, &Profile::activation_bytes, &Operator::saved_bytes,
               [](Operator& op, double factor) { op.saved_bytes *= factor; });
        scale_profiles(&Profile::activation_bytes, wanted,
                       {&Profile::activation_bytes, &Profile::selective_activation_bytes});
    }

    void set_flop(double wanted) {
        if (m_profile) return refuse("forward_flop", "forward_seconds, as the layer's time is profiled");
        change("forward_flop", wanted, &Profile::forward_flop, &Operator::forward_flop,
               [](Operator& op, double factor) {
                   op.forward_flop *= factor;
                   if (op.backward_flop > 0) op.backward_flop *= factor;
               });
    }

    void set_seconds(double wanted) {
        if (!m_profile)
            return refuse("forward_seconds", "forward_flop, as the layer's time follows from its operators");
        if (!can_scale("forward_seconds", m_profile->forward_seconds, wanted)) return;
        scale_profiles(&Profile::forward_seconds, wanted,
                       {&Profile::forward_seconds, &Profile::backward_seconds, &Profile::selective_recompute_seconds});
    }

    /// Scales the operators' amount to `wanted` in the reference case, or gives it whole to the largest operator.
    template <typename Scale>
    void change(const char* key, double wanted, double Profile::*profiled, double Operator::*amount, Scale scale) {
        if (m_profile && !can_scale(key, (*m_profile).*profiled, wanted)) return;
        if (m_profile && !((*m_profile).*profiled > 0)) return; // 0 it is
        double sum = 0;
        for (const Operator& op : m_layer.operators)
            sum += op.*amount;
        const double now = m_profile ? (*m_profile).*profiled : sum;
        if (now > 0) {
            for (Operator& op : m_layer.operators)
                scale(op, wanted / now);
            return;
        }
        const auto largest =
            std::max_element(m_layer.operators.begin(), m_layer.operators.end(),
                             [](const Operator& a, const Operator& b) { return a.forward_flop < b.forward_flop; });
        if (largest != m_layer.operators.end()) {
            (*largest).*amount = wanted;
        } else if (wanted != 0) {
            refuse(key, "0, as the layer has neither a profile for this case nor operators");
        }
    }

    void scale_profiles(double Profile::*reference, double wanted, std::initializer_list<double Profile::*> amounts) {
        if (!m_profile || !((*m_profile).*reference > 0)) return;
        const double factor = wanted / (*m_profile).*reference;
        const bool seconds = reference == &Profile::forward_seconds;
        for (Profile& profile : m_layer.profiles) {
            for (double Profile::*amount : amounts)
                profile.*amount *= factor;
            if (seconds && profile.weight_gradient_seconds) *profile.weight_gradient_seconds *= factor;
        }
    }

    bool can_scale(const char* key, double now, double wanted) {
        if (now > 0 || wanted == now) return true;
        refuse(key, "0, as the profile states 0 and nothing can be scaled");
        return false;
    }

    void refuse(const char* key, std::string expected) {
        m_faults.push_back(fault(ErrorCode::inconsistent, m_pointer + "/" + key, key, std::move(expected), m_layer.id));
    }

    Layer& m_layer;
    std::string m_pointer;
    std::vector<Diagnostic>& m_faults;
    std::optional<Profile> m_profile; ///< of the reference case, as it was
};

bool serves(const Layer& layer, const ReferenceCase& reference) {
    return !layer.operators.empty() || profile_for(layer, reference) != nullptr;
}

} // namespace

const Profile* profile_for(const Layer& layer, const ReferenceCase& reference) {
    const auto found = std::find_if(layer.profiles.begin(), layer.profiles.end(), [&](const Profile& profile) {
        return profile.strategy == reference.strategy && profile.micro_batch == reference.micro_batch;
    });
    return found == layer.profiles.end() ? nullptr : &*found;
}

ReferenceCase reference_case(const ModelGraph& model) {
    const auto all_serve = [&](const ReferenceCase& reference) {
        return std::all_of(model.layers.begin(), model.layers.end(),
                           [&](const Layer& layer) { return serves(layer, reference); });
    };
    if (all_serve({})) return {};
    // Some layer has profiles alone, and none for the plain case: only its profiles can serve them all.
    const auto profiled =
        std::find_if(model.layers.begin(), model.layers.end(), [](const Layer& layer) { return !serves(layer, {}); });
    const auto wider = [](const Profile& a, const Profile& b) {
        return std::pair(a.strategy.width(), a.micro_batch) < std::pair(b.strategy.width(), b.micro_batch);
    };
    std::vector<Profile> choices = profiled->profiles;
    std::stable_sort(choices.begin(), choices.end(), wider);
    for (const Profile& profile : choices) {
        const ReferenceCase reference{profile.strategy, profile.micro_batch};
        if (all_serve(reference)) return reference;
    }
    return {};
}

std::vector<Diagnostic> apply_layer_edits(ModelGraph& model, const std::vector<LayerEdit>& edits) {
    std::vector<Diagnostic> faults;
    std::unordered_map<std::string, std::size_t> index;
    for (std::size_t i = 0; i < model.layers.size(); ++i)
        index.emplace(model.layers[i].id, i);
    const ReferenceCase reference = reference_case(model);
    std::set<std::string> seen;
    for (std::size_t i = 0; i < edits.size(); ++i) {
        const std::string pointer = "/layer_edits/" + std::to_string(i);
        const std::string& id = edits[i].layer;
        const auto found = index.find(id);
        if (found == index.end()) {
            Diagnostic unknown = fault(ErrorCode::unknown_name, pointer + "/layer", "layer", "", id);
            std::vector<std::string> ids;
            for (const Layer& layer : model.layers) {
                if (ids.size() < 1000) ids.push_back(layer.id);
            }
            unknown.suggestion = nearest_name(id, ids);
            faults.push_back(std::move(unknown));
        } else if (!seen.insert(id).second) {
            faults.push_back(fault(ErrorCode::duplicate_name, pointer + "/layer", "layer", "", id));
        } else {
            Editor(model.layers[found->second], reference, pointer, faults).apply(edits[i]);
        }
    }
    return faults;
}

} // namespace nest
